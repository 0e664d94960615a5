// Written by `cargo xtask types` from the shapes in crates/view and crates/record; changes are made there.

/** The languages. */
export type LanguageCode = "en" | "fr";

/** A side as people count: the player who moves first is 1. */
export type Side = 1 | 2;

/** How a move is shown and spoken of. */
export type Manner = "move" | "capture" | "leap" | "swap" | "stages" | "change" | "pass";

/** The colour of a game's board. */
export type Hue = "jade" | "iris" | "rose" | "walnut";

/** How plain a kind of piece is to see: what counts more is plainer. */
export type Weight = "foot" | "officer" | "plain" | "major" | "heart";

/** The light in which a power is drawn. */
export type Aura = "shelter" | "silence" | "sight" | "siege" | "threat" | "frost" | "turn" | "press" | "chance" | "bond";

/** What a relation does to the piece that feels it; a bond binds both alike. */
export type Influence = "helps" | "harms" | "binds";

/** What a change is to whoever makes it; some bear upon both sides alike. */
export type Sign = "gain" | "cost" | "both";

/** How much the rules help: they enforce themselves, warn, or are silent until they are asked. */
export type Degree = "enforced" | "warned" | "free";

/** What a key lets its holder do: play for both sides at one screen, for one side, or look on. */
export type Seat = "both" | "1" | "2" | "watch";

/** A class of paces that share a rating, the fastest first. */
export type PaceClass = "blitz" | "rapid" | "classical" | "correspondence";

/** What a program may do by a token. */
export type Scope = "account:read" | "games:read" | "challenge:read" | "challenge:write" | "board:play" | "bot:play";

/** The order that somebody keeps. */
export type Role = "moderator" | "administrator";

/** What a complaint is about. */
export type ComplaintKind = "talk" | "person" | "definition" | "oneself";

/** What those who keep order do. */
export type MeasureKind = "appoint" | "mute" | "unmute" | "ban" | "unban" | "rename" | "close" | "amend" | "start" | "cancel" | "remove" | "list" | "unlist";

/** How it is decided who plays whom. */
export type TournamentKind = "round-robin" | "double-round-robin" | "swiss" | "arena";

/** How far a tournament is. */
export type TournamentPhase = "open" | "running" | "over" | "cancelled";

/** What came of a pairing: who won, or has the point because the other was not there, or had no game. */
export type Outcome = "first" | "second" | "draw" | "forfeit-first" | "forfeit-second" | "neither" | "bye" | "half" | "zero";

/** What tells those with equal points apart. */
export type TieBreak = "direct-encounter" | "buchholz" | "buchholz-cut-1" | "sonneborn-berger" | "wins" | "progressive";

/** What others may do with the text of a game that somebody wrote. */
export type Licence = "CC0-1.0" | "CC-BY-4.0" | "CC-BY-SA-4.0" | "MIT";

/** Who is told of a game that somebody wrote: whoever knows its name, everybody, or nobody new. */
export type Shelved = "private" | "public" | "withdrawn" | "hidden";

/** Where an account is written to. */
export type AccountMail = {
/** The address whose reader has agreed, if there is one. */
address: string | null,
/** The address that takes its place once its reader agrees. */
wanted: string | null, offered: boolean, };

/** Describes an account to its owner. */
export type AccountView = { name: string, password: boolean,
/** What it signs in with instead. */
passkeys: Array<PasskeyView>,
/** How many recovery codes are left. */
codes: number, mail: AccountMail,
/** Whether its holder has just come in by a recovery code or by an e-mail: they may set a password without the one before. */
recovered: boolean,
/** Since when, in milliseconds since 1970 (UTC). */
since: number,
/** The order that it keeps here: `moderator` or `administrator`. */
role: Role | null,
/** Why it may say nothing in games, if it may not. */
mute: Restraint | null,
/** Whether the requester has proved lately who they are: what cannot be undone asks for that. */
fresh: boolean, };

/** Changes a tournament that is open. */
export type Amendment = { name: string,
/** When it begins and whom it takes. */
terms: TournamentTerms,
/** Why, for the log, where somebody does it who keeps order. */
reason?: string, };

/** Names a tournament that was announced. */
export type Announced = { tournament: string, };

/** Describes a vacation that is to begin. */
export type Announcement = {
/** How long it is until then; while the game is paused, at the latest. */
wait: number,
/** For how many days. */
days: number, };

/** Offers an answer to what a warning asks. */
export type Answer = {
/** The answer, as a short sentence. */
said: string,
/** What it does: puts a line below another one, leaves out the sentence meant, or says in a comment that it is meant. */
does: "below" | "without" | "meant",
/** The line that it is done to or below, from 1. */
line: number,
/** The line that is put there; empty for nothing. */
text: string, };

/** Describes a board to draw; the unit is a square's width, `y` grows downwards. */
export type BoardInfo = { squares: Array<BoardSquare>, labels: Array<BoardLabel>, width: number, height: number, };

/** Describes a coordinate beside the board. */
export type BoardLabel = { text: string, x: number, y: number, };

/** How large a board is. */
export type BoardSize = {
/** How its squares are shaped. */
outline: "square" | "hexagon", squares: number,
/** How many of them lie side by side at most. */
columns: number,
/** How many of them lie above one another at most. */
rows: number, };

/** Describes a square to draw. */
export type BoardSquare = { name: string, x: number, y: number, outline: "square" | "hexagon" | "turned" | "disc", shade: number, };

/** Shows a sentence that only the text shows. */
export type ByHand = {
/** Its line, from 1; that of the other game's text where the piece is said there. */
line: number, text: string, };

/** Names a piece that leaves its side. */
export type Captured = { kind: number, side: Side, };

/** From which cards players choose. */
export type CardChoice = {
/** How many one player takes, if the players agree on no smaller number. */
picks: number,
/** The cards, in the order in which notation lists them. */
cards: Array<NamedCard>, };

/** Describes a card that players choose. */
export type CardInfo = { code: string, name: string, summary: string, text: string,
/** The index of the kind it is bound to by default. */
bound: number | null, once: boolean, costsPiece: boolean, examples: Array<Example>, };

/** What a card brings. */
export type CardReport = { code: string, name: string, points: Share, };

/** Describes what players choose from before a game. */
export type CatalogueInfo = { cards: Array<CardInfo>, picks: number, arranged: Array<number>,
/** Names of squares, by side. */
places: [Array<string>, Array<string>],
/** The pairs of cards, by index, that one player may not combine under these options. */
bans: Array<[number, number]>, };

/** Asks something of a passkey. */
export type CeremonyView = {
/** Names what was asked, for the answer; it is good for five minutes, and once. */
ceremony: string,
/**
 * What `navigator.credentials` is given, its bytes written in Base64url as `PublicKeyCredential.parseCreationOptionsFromJSON` and
 * `parseRequestOptionsFromJSON` read them.
 */
options: unknown, };

/** One thing that a move would change. */
export type Change = {
/** What it is to the player to move: `gain`, `cost`, or `both` for what bears upon both sides alike. */
sign: Sign,
/** The aura of the power; or `safe`, `exposed`, `reach` for what the mover may capture next, `alert`, or `end`. */
sort: Aura | "safe" | "exposed" | "reach" | "alert" | "end", begins: boolean,
/** The pieces that it concerns, by their squares after the move. */
squares: Array<string>,
/** The sentence, without a stop. */
sentence: string, };

/** Describes a choice of an option. */
export type Choice = { code: string, name: string, description: string,
/** How many numbers one is drawn from, if one is: the word in the spec is then followed by `=` and the number, from 0. */
draws: number | null, };

/** What came of claiming the seats of some keys. */
export type Claims = {
/** For each key what opens its game now for the signed-in user; nothing where the seat is somebody else's, or the key opens none. */
passes: Array<string | null>, };

/** Describes the clocks at an instant, for a page that need not know what time it is. Spans are milliseconds. */
export type ClockState = {
/** The server's time, in milliseconds since 1970 (UTC). */
now: number,
/** What each side has left. */
sides: [SideClock, SideClock],
/** Whose turn is being measured, 1 or 2. */
running: Side | null,
/** Whether that side's time runs out; in the first turns of a live game it does not. */
timed: boolean,
/** How long that side is still on vacation; it does not pass while the game is paused. */
away: number,
/** How long the game is still paused, if it is and its players do not agree to go on before. */
paused: number | null,
/** How long it is until time is up, vacation and pause included: the game is lost, or aborted if the turn is not timed. */
left: number | null,
/**
 * How long it is until whoever has not come, or not made their first move, loses a game of a tournament; none in other games, and once
 * both have moved.
 */
begin: number | null, };

/** Explains on the board why a game is over by its rules. */
export type Closing = {
/** The relations that bring the end about: who attacks what must be saved. */
relations: Array<RelationView>,
/** What is told, in order. */
lines: Array<ClosingLine>, };

/** One thing about why a game is over. */
export type ClosingLine = {
/**
 * `danger` for what is attacked and must be saved, `escape` for a way out that is none, `captor` for why an attacker stays, `rest` for
 * all other moves, `last` for the move that ended the game, `fact` for anything else.
 */
sort: "danger" | "escape" | "captor" | "rest" | "last" | "fact",
/** The way of the move that is told of, if one is. */
legs: Array<string>, squares: Array<string>, sentence: string, };

/** Binds a side to its choice for the start without telling it: a SHA-256, written as 64 hexadecimal digits. */
export type Commitment = string;

/** Describes what somebody complains. */
export type Complaint = { number: number,
/** What it is about: `talk`, `person`, `definition`, or `oneself`: a rated game between accounts of one device, which the server tells of. */
kind: ComplaintKind,
/** Who complains, by name; nothing once their account is gone. */
author: string | null,
/** Whom it concerns; nothing of a guest. */
subject: Subject | null,
/** The side whose talk it is about, 1 or 2. */
side: Side | null,
/** The game that a user wrote, by its name. */
definition: string | null, text: string,
/** When, in milliseconds since 1970 (UTC). */
at: number, closed: number | null, };

/** Shows a complaint with all that is known of it. */
export type ComplaintDetail = { complaint: Complaint,
/** The game, as it stands now; nothing where it is about none, or the game is gone. */
game: GameBeside | null,
/** What was said in it until somebody complained. */
talk: Array<Remark> | null,
/** What was done with whom it concerns before, the newest first. */
measures: Array<Measure>, };

/** Lists complaints. */
export type ComplaintList = { complaints: Array<Complaint>, next: number | null, };

/** How Game Courier's players name a game's pieces and squares. */
export type CourierInfo = { labels: [Array<string>, Array<string>],
/** The coordinates of the squares in the board's order; `None` where they are ours. */
coordinates: Array<string> | null,
/** What stands beside the board, in the order of its labels; `None` where it is ours. */
beside: Array<string> | null, };

/** Shows a game at a glance. */
export type Cover = { position: string, moves: Array<string>, squares: Array<string>, };

/** Thanks somebody. */
export type Credit = { role: string, who: string, link: string | null, licence: string | null, };

/** Describes a game that is written as text what stands on its box, and the text. */
export type DefinedGame = { id: string, name: string, tagline: string, hue: Hue, sides: [string, string], options: Array<OptionInfo>,
/** The number of strengths of the computer player. */
levels: number,
/** What players choose from before the game, if anything. */
catalogue: CardChoice | null, cover: string, size: BoardSize,
/** Who is thanked for it: who invented it, and whose pictures it shows. */
credits: Array<Credit>,
/** The text of the game, and after it those of the games that it is like. */
texts: Array<string>, };

/** Lists the games that the server offers beside those of the house: each is written as text. */
export type DefinitionList = {
/** In the order in which people are offered them. */
definitions: Array<DefinedGame>, };

/** Where a game stands after an event. */
export type Delta = { seq: number,
/** Where the game stands, in the words of its rules. */
status: string, };

/** Describes a board set up by hand, whether or not the rules allow it. */
export type Draft = { pieces: Array<Placed>, side: Side,
/** What else the position knows, in the order of the game's words. */
words: Array<string>, };

/** Describes one effect of a move. */
export type EffectView = { "type": "move", from: string, to: string, } | { "type": "remove", square: string, kind: number, side: Side, } | { "type": "place", square: string, kind: number, side: Side, } | { "type": "transform", square: string, kind: number, side: Side, } | { "type": "swap", a: string, b: string, } | { "type": "pass" };

/** How a game ended. */
export type Ending = {
/** The winner, 1 or 2, or `None` for a draw. */
winner: Side | null, cause: string, causeText: string,
/** The result with its cause, for people. */
text: string, };

/** What the reading of a game's text came to. */
export type Examination = {
/** How the game is called in texts; empty if it has errors. */
id: string,
/** What is wrong, in the order of the text. */
faults: Array<Fault>,
/** The text and those of the games that it is like; none if it has errors. */
texts: Array<string>, };

/** Shows a card at work. */
export type Example = { caption: string, position: string, moves: Array<string>, };

/** Explains a move. */
export type Explanation = { legal: boolean,
/** The canonical text. */
text: string,
/** What a legal one does, in a sentence; empty for a refused one. */
sentence: string, reasons: Array<ReasonView>,
/** Facts to tell before a legal one is completed. */
notices: Array<ReasonView>, };

/** Holds everything that a key lets its holder see of a game. */
export type Export = { state: State,
/** What the players said to each other; nothing where the key does not play one side. */
chat: Array<Remark>,
/** What the seat noted; nothing where the key looks on. */
notes: Notes | null,
/** What the side has ready; nothing where the key does not play one side. */
plan: ReadyPlan | null,
/** Where the side's player is told by e-mail, if anywhere. */
mail: Mail | null,
/** The browsers that are told of the side by its keys, while nobody looks. */
devices: Array<PushDevice>,
/** The name under which the game is shown to everyone, if it is. */
public: string | null, wishes: [boolean, boolean], };

/** Describes a piece that can be captured. */
export type Exposure = { square: string,
/** The squares of the pieces that can capture it. */
from: Array<string>, };

/** What is wrong with a request: in a word for programs, in a sentence, and whatever else may help. */
export type Failure = {
/** The byte where the part of a text stands that is wrong. */
at?: number,
/** The cards concerned, where a choice for the start is wrong. */
cards?: Array<string>,
/** The word for programs; it never changes. */
code: string,
/** What is wrong with the text of a game, or not yet answered there. */
diagnostics?: Array<Fault>,
/** The game that has these texts already, by its name in specs. */
id?: string,
/** The index of the move in the list that is sent, from 0. */
index?: number,
/** The plies before the one of a plan that is wrong. */
line?: Array<string>, message: string,
/** The moves of the rules that a turn by hand amounts to. */
moves?: Array<string>,
/** Which text cannot be read: `spec`, `position`, `pace` or `move`. */
part?: string, problem?: string,
/** A closer word for programs. */
reason?: string,
/** Every reason why the rules refuse a move. */
reasons?: Array<ReasonView>,
/** The text that is kept, where another was read before. */
text?: string,
/** The part of a text that is wrong. */
token?: string, version?: Version, };

/** Why a request is not answered as asked. */
export type FailureBody = { error: Failure,
/** The game as it stands, where it went on otherwise meanwhile. */
state?: State, };

/** What is wrong with a game's text, and where. */
export type Fault = {
/** Whether the game can be played all the same. */
isWarning: boolean, code: string,
/** The line, from 1. */
line: number,
/** The column in characters, from 1. */
column: number,
/** The number of characters meant. */
length: number, problem: string, help: string | null,
/** The file of the game that this one is like in which it stands, if it does not stand in the text itself. */
file: string | null, answers: Array<Answer>, };

/** How often somebody has played a game. */
export type Favourite = { game: string,
/** What a game that a user wrote calls itself. */
name: string | null, count: number, };

/** Describes a simple figure that stands for a kind of piece. */
export type Figure = {
/** The outline, an SVG path of 88 × 88 units around the origin. */
outline: string,
/** How far below the origin the middle of its letter lies. */
middle: number, };

/** Describes a finished game that everyone may find. */
export type FinishedGame = {
/** The game's public name, which opens looking on. */
game: string, spec: string, degree: Degree, pace: string,
/** The class of its pace; none without clocks. */
class: PaceClass | null, rated: boolean, names: [string | null, string | null], bots: [boolean, boolean],
/** How strong they were then, in points, where that is known. */
ratings: [number | null, number | null],
/** The side that won; none in a draw. */
winner: Side | null,
/** Why it ended, in one word. */
cause: string, moves: number,
/** When it ended, in milliseconds since 1970 (UTC). */
ended: number,
/** What it looked like last, once the server has looked it through and if its rules still apply. */
last: LastLook | null, };

/** Lists finished games. */
export type FinishedList = { games: Array<FinishedGame>,
/**
 * The place after which the next page begins, if there may be one. So many games are looked at for a page that it may be short, or
 * empty, where few are what is asked for.
 */
next?: string, };

/** Describes what a move leads to that is not played. */
export type Foresight = { placement: Placement, ended: Ending | null, };

/** Describes a word of a game's position strings. */
export type FormWord = { name: string, hint: string,
/** The word that says nothing special. */
plain: string, };

/** Describes a new account. */
export type Founded = { account: AccountView,
/** Codes each of which opens the account once; they are told this once. */
codes: Array<string>, };

/** Shows a game beside the complaint of what was said in it. */
export type GameBeside = { spec: string,
/** The position; nothing before it has begun, or where its rules are not at hand. */
position: string | null, players: [Player, Player], names: [string | null, string | null], record: string, };

/** What happened in a game; a game is the list of its events. */
export type GameEvent = { "type": "move",
/** The move's canonical text. */
move: string, } | { "type": "turn",
/** Its legs in one word. */
turn: string, } | { "type": "protest",
/** The side, 1 or 2 in JSON. */
side: Side,
/** What they said. */
verdict: Verdict, } | { "type": "takeback",
/** How many plies, at least 1. */
plies: number, } | { "type": "resign",
/** The side, 1 or 2 in JSON. */
side: Side, } | { "type": "setup",
/** The side, 1 or 2 in JSON. */
side: Side,
/** The choice in its game's words. */
setup: string,
/** What hides the choice behind its commitment; a choice that is not secret has none, and neither have old ones. */
salt?: Salt,
/** What binds the side to the choice, seen by everybody before the choice is. */
commitment?: Commitment, } | { "type": "offer",
/** The side, 1 or 2 in JSON. */
side: Side,
/** What it proposed. */
offer: Offer, } | { "type": "decline",
/** The side, 1 or 2 in JSON. */
side: Side, } | { "type": "draw", } | { "type": "abort",
/** The side, 1 or 2 in JSON. */
side: Side, } | { "type": "rematch", } | { "type": "flag",
/** The side, 1 or 2 in JSON. */
side: Side, } | { "type": "lapse", } | { "type": "vacation",
/** The side, 1 or 2 in JSON. */
side: Side,
/** For how many days, at least 1. */
days: number, } | { "type": "announce",
/** The side, 1 or 2 in JSON. */
side: Side,
/** For how many days, at least 1. */
days: number,
/** When, in milliseconds since 1970 (UTC) by the server's time. */
from: number, } | { "type": "stay",
/** The side, 1 or 2 in JSON. */
side: Side, } | { "type": "give",
/** The side that gave, 1 or 2 in JSON. */
side: Side, } | { "type": "pause", } | { "type": "resume", };

/** Describes a game to a page. */
export type GameInfo = { id: string, spec: string, name: string, tagline: string, hue: Hue, cover: Cover, rulesVersion: string, sides: [string, string], kinds: Array<Kind>, board: BoardInfo, options: Array<OptionInfo>, marks: Array<Mark>, relations: Array<RelationInfo>,
/** The number of strengths of the computer player. */
levels: number, start: string,
/** What players choose from before the game, if anything. */
catalogue: CatalogueInfo | null,
/** How Game Courier's players name the pieces and squares. */
courier: CourierInfo, credits: Array<Credit>, };

/** Describes another version of a game. */
export type GameVersion = { id: string, state: Shelved,
/** When it was handed in, in milliseconds since 1970 (UTC). */
created: number, };

/** Holds a usual way in which a game ends. */
export type Goal = { kind: GoalKind, piece: string | null, };

/** Names a usual way in which a game ends. */
export type GoalKind = "checkmate" | "captured" | "reaches" | "nothing-left" | "stuck-loses" | "stuck-draws" | "repetition";

/** Describes a card that a player has. */
export type HeldCard = { card: number, side: Side,
/** The square of the piece that it is bound to; `None` for a card of the whole team. */
square: string | null,
/** Whether it is used up, so that it does nothing any more. */
spent: boolean, };

/** Describes a game in which an account has a seat. */
export type HeldGame = {
/** What opens it in place of a key, for the signed-in user. */
pass: string, seat: Seat, spec: string, pace: string, players: [Player, Player], names: [string | null, string | null], status: string,
/** When it was created, in milliseconds since 1970 (UTC). */
createdAt: number,
/** When something happened in it last. */
at: number, };

/** Lists games in which an account has a seat. */
export type HeldGames = {
/** The newest first. */
games: Array<HeldGame>,
/** What to ask for the next page with; nothing on the last. */
next: string | null, };

/** What a game played on Game Courier was, as far as its degree takes it. */
export type Imported = {
/** Where it begins; `None` where no game of the degree does. */
start: string | null,
/** The moves up to the turn that ends the replay. */
moves: Array<string>, word: string | null,
/** The keys that say nothing to us. */
ignored: Array<string>, opening: RulesFailure | null, refused: ImportedTurn | null, stop: ImportedTurn | null, };

/** Which turn is refused, and why. */
export type ImportedTurn = {
/** Its number, from 1. */
turn: number, text: string,
/** The word after which it comes, where nothing may follow. */
over: string | null, why: RulesFailure | null, };

/** Describes a game whose free side any player may take. */
export type Invitation = {
/** The game's name, which opens nothing. */
game: string, spec: string,
/** The position in which it begins, unless that is the game's start. */
position?: string, pace: string, side: Side,
/** Since when it is offered, in milliseconds since 1970 (UTC). */
since: number,
/** Whether the other player follows the game just now. */
here: boolean,
/** Whether others may watch the game; who takes the side agrees to that. */
watched: boolean,
/** Whether the game counts for the ratings of its players; who takes the side is signed in then. */
rated: boolean, };

/** Lists the games whose free side any player may take. */
export type InvitationList = {
/** The newest first. */
invitations: Array<Invitation>,
/** The game after which the next page begins, if there is one. */
next?: string, };

/** What the rules say of a turn by hand. */
export type Judgement = { "verdict": "allowed",
/** The canonical texts. */
moves: Array<string>, } | { "verdict": "refused", reasons: Array<ReasonView>, } | { "verdict": "unknown", sentence: string, };

/** Reports that a text is kept. */
export type Kept = {
/** Its version, to be named when it is written anew. */
version: Version, };

/** Holds the keys to a new game; they cannot be asked for again. */
export type Keys = { id: string, } | { keys: KeysApart, };

/** Holds the keys to a game of two people apart. */
export type KeysApart = {
/** The keys of the sides; that of a side which any player may take does not exist yet. */
sides: [string | null, string | null], watch: string, };

/** Describes a kind of piece. */
export type Kind = { letters: [string, string], name: string, description: string, art: string,
/** How plain it is to see. */
weight: Weight,
/** The light that it wears, where its power touches others. */
lamp: Aura | null,
/** What it is worth to the computer player by itself, in hundredths of the smallest piece's worth. */
worth: number,
/** The anchor of the section of the rules page that tells how it moves. */
chapter: string,
/** How many must attack it together before it can be captured. */
fallsTo: number, figure: Figure, };

/** What the pieces of a kind do, in a game in the mean. */
export type KindReport = { name: string,
/** The pieces of the kind at the start. */
begun: number,
/** The pieces of the kind at the end. */
left: number, moves: number, captures: number,
/** The pieces of a game that the other side took. */
lost: number,
/** The share of the points that one more of them brings where all else is even; nothing where both sides always had as many. */
worth: Share | null, };

/** What a game is like, as far as the games played say it. */
export type LaboratoryReport = { name: string, sides: [string, string], level: number,
/** How many levels less the weaker player had where both played with different skill. */
gap: number,
/** After how many plies a game was given up. */
longest: number,
/** The games played between players of the same skill. */
games: number,
/** The games among them that were given up unfinished. */
unfinished: Share,
/** The games among them that were drawn. */
draws: Share,
/** The points of the side that moves first, a draw being half a point. */
first: Share,
/** How games ended, by cause, the most frequent first: its code, its sentence, its share. */
endings: Array<[string, string, Share]>,
/** The causes that never ended a game, each with its sentence. */
neverEnded: Array<[string, string]>,
/** The plies of the games that ended: the shortest, the middle one, the mean, and the longest. */
length: [number, number, number, number],
/** The legal moves of a position, in the mean. */
choices: number, kinds: Array<KindReport>, powers: Array<PowerReport>,
/** What cards bring, where they were drawn for each game; the best first. */
cards: Array<CardReport>,
/** Why tries were refused, the most frequent reason first. */
reasons: Array<ReasonReport>,
/** The points of the stronger player where both played with different skill. */
skill: Share, advice: Array<string>, };

/** Shows what a finished game looked like last. */
export type LastLook = {
/** The spec by which it was played, the players' choices in it. */
spec: string, position: string, };

/** Describes a player of a pool. */
export type Leader = { name: string, bot: boolean, games: number, rating: number,
/** How far it may be off: it lies within twice this with a chance of 95 in 100. */
deviation: number,
/** Whether too little is known of the player to rank them. */
provisional: boolean,
/** What the game has changed of it, once it has ended. */
change?: number, };

/** Lists players of a pool. */
export type Leaders = {
/** The strongest come first, whether their rating is provisional or not. */
leaders: Array<Leader>, next?: number, };

/** A lesson. */
export type LessonInfo = { spec: string, title: Array<Phrase>, steps: Array<LessonStep>, };

/** One step of a lesson: a board with a goal. */
export type LessonStep = { position: string,
/** Whether the board is set up anew for it, rather than being as the step before left it. */
fresh: boolean,
/** Squares at the rim of the part of the board that it needs, two or more; `None` where it needs all. */
part: Array<string> | null,
/** Whether a move that no square stands for, such as a pass, is among those accepted. */
unplaced: boolean, task: Array<Phrase>, hints: Array<Array<Phrase>>,
/** What is said when it is done. */
praise: Array<Phrase>, };

/** What the rules say of a try at a step. */
export type LessonVerdict = { right: boolean, reasons: Array<ReasonView>,
/** What the other side answers to what is right. */
replies: Array<string>, };

/** An update for clients that follow the lobby. */
export type LobbyNews = { "type": "seeks", seeks: Array<Seek>, more: boolean, } | { "type": "challenges",
/** The newest first. */
challenges: Array<Seek>, } | { "type": "taken",
/** The seek, whose name the game has. */
seek: string, } | { "type": "beat", } | { "type": "error", error: Failure, };

/** Where the player of a side is told about the game by e-mail. */
export type Mail = { address: string | null, confirmed: boolean, offered: boolean, };

/** Describes a mark that pieces may carry. */
export type Mark = { code: string, name: string,
/** What it means for the piece that carries it, where its name does not say all. */
meaning: string | null,
/** The shape to show it by, an SVG path of 24 × 24 units around the origin; the page has its own for `None`. */
shape: string | null, };

/** What was done by moderators. */
export type Measure = { number: number,
/**
 * What was done: `appoint`, `mute`, `unmute`, `ban`, `unban`, `rename`, `close`, `list` or `unlist`, or with a tournament `amend`, `start`, `cancel` or
 * `remove`.
 */
kind: MeasureKind,
/** By whom, by the name they had; nothing of whoever runs the server. */
author: string | null, name: string | null,
/** What more there is to it: a role, up to which date in milliseconds, a new name, a tournament, a game that a user wrote, or nothing. */
detail: string, reason: string, complaint: number | null,
/** When, in milliseconds since 1970 (UTC). */
at: number, };

/** Lists what was done. */
export type MeasureList = {
/** What was done, the newest first. */
measures: Array<Measure>, next: number | null, };

/** Which seeks have become games. */
export type Met = {
/** For each key whether it opens a game. */
met: Array<boolean>, };

/** Describes a moment of a game. */
export type Moment = {
/** The number of the ply, from 1. */
ply: number,
/** `turn` where the balance turned, `capture` for a great capture, `alert` for the first alert, `end` for the last move. */
sort: "turn" | "capture" | "alert" | "end", side: Side,
/** The whole way of the piece that moved. */
legs: Array<string>, sentence: string, better: string | null,
/** The whole way of that move. */
betterLegs: Array<string>, };

/** Describes a move played. */
export type MoveRecord = {
/** Its number, from 1. */
ply: number,
/** The kind of the piece that moved first, if one did. */
kind: number | null, side: Side,
/** The canonical text. */
text: string,
/** How the game's players write it, where they have a short notation; how Game Courier's do, where a person reads theirs. */
written?: string, sentence: string,
/** The squares that were clicked, in order. */
squares: Array<string>,
/** What tells it from other moves of the same squares, if there are any. */
choice: string | null,
/** The kind that the piece became. */
becomes: number | null,
/** The whole way of the moving piece. */
legs: Array<string>, manner: Manner, captures: Array<string>, effects: Array<EffectView>, position: string, alert: string | null,
/** Whether it was made by hand, and no rule was heard. */
byHand?: boolean, };

/** Describes a legal move. */
export type MoveView = {
/** The canonical text. */
text: string,
/** The squares to click, in order. */
squares: Array<string>,
/** What tells it from other moves of the same squares, if there are any. */
choice: string | null, manner: Manner, captures: Array<string>,
/** The whole way of the moving piece. */
legs: Array<string>,
/** The kind that the moving piece becomes, if it changes. */
becomes: number | null,
/** How the game's players write it, where they have a short notation; how Game Courier's do, where a person reads theirs. */
written?: string, sentence: string, effects: Array<EffectView>,
/** Facts to tell before it is completed. */
notices: Array<ReasonView>, };

/** Names a card. */
export type NamedCard = {
/** The name in specs. */
code: string, name: string, };

/** Asks for a new game. */
export type NewGame = { spec: string,
/**
 * The position in which it begins, unless it begins at the start; in warned and free games perhaps a board that the rules do not know,
 * such as `Pe2,Ka1,-c3 1`.
 */
position?: string,
/** The moves that have been made before; a turn by hand begins with `~`. */
moves?: Array<string>,
/** What the players agree on, if they choose what they begin with. */
setup?: SetupTerms,
/** Gives each side a key of its own, the host's told first; without, one key plays both sides. */
seats?: Seats,
/** How much the rules help: they enforce themselves, unless it says so; between people only. */
degree?: Degree,
/**
 * The key that is to play both sides, drawn by the game's creator: sent again with the same one, the game is created once. Without,
 * the server draws it; where each side has a key of its own, it draws them all.
 */
key?: string,
/** How fast the game is played, in the words of docs/CLOCKS.md; without clocks, unless it says so. */
pace?: string, players: [Player, Player], };

/** Holds a key that its asker did not have before. */
export type NewKey = { key: string, };

/** A new token. */
export type NewToken = {
/** What the program shows; it is told this once. */
token: string, tokens: Array<TokenView>, };

/** Announces a tournament. */
export type NewTournament = { name: string,
/** How it is decided who plays whom. */
kind: TournamentKind,
/** The number of a Swiss tournament's rounds, from 1 to 50, or of an arena's minutes, from 5 to 720. */
length?: number, spec: string,
/** How fast it is played, in the words of docs/CLOCKS.md; arenas are live. */
pace: string, rated?: boolean,
/** When it begins and whom it takes. */
terms: TournamentTerms, };

/** An update for clients that follow a game. */
export type News = { "type": "state", state: State, } | { "type": "events", from: number, events: Array<GameEvent>, status: string, clock?: ClockState, } | { "type": "chat", from: number, lines: Array<Remark>, } | { "type": "clock", clock: ClockState, } | { "type": "here", sides: [boolean, boolean], watchers: number, } | { "type": "names", names: [string | null, string | null], bots: [boolean, boolean], } | { "type": "ratings", ratings: [Rating | null, Rating | null], } | { "type": "wishes", wishes: [boolean, boolean], } | { "type": "beat", } | { "type": "error", error: Failure, } | { "type": "refused", seq: number, error: Failure,
/** The game as it stands, where it went on otherwise meanwhile. */
state?: State, };

/** What the player of a seat noted. */
export type Notes = { text: string,
/** Their version, to be named when they are written anew. */
version: Version, };

/** What a player proposes to the other. */
export type Offer = "draw" | "rematch" | "pause" | "resume" | `takeback:${number}`;

/** How games went on from a position. */
export type Opening = { position: string,
/** In how many games it stood. */
games: number,
/** Whether it stood in more games than were counted: the newest are. */
more: boolean,
/** The moves that followed; those that were played most come first. */
moves: Array<OpeningMove>, };

/** What came of a move. */
export type OpeningMove = {
/** The move as programs write it. */
move: string,
/** In how many games it was played. */
games: number,
/** How many of these each side won; the others were drawn. */
won: [number, number],
/** The mean rating of those who played these games, where any is known. */
rating: number | null, };

/** How often somebody has played another. */
export type Opponent = { name: string, count: number, };

/** Describes an option of a game. */
export type OptionInfo = { code: string, name: string, choices: Array<Choice>, };

/** Credits the game from which another was made. */
export type Origin = { id: string,
/** How it calls itself. */
name: string, author: string, licence: Licence, };

/** What a tournament is to the signed-in user. */
export type OwnTournament = {
/** Their number, if they take part or did. */
number: number | null, enters: boolean,
/** Whether it is not too late to enter. */
open: boolean, organises: boolean,
/** What opens their game that goes on, the latest one. */
game: string | null,
/** The rounds to come that they asked to sit out. */
byes: Array<number>,
/** The round that they may ask to sit out. */
next: number | null, };

/** Who plays whom. */
export type Pairing = { first: number,
/** The other; nobody of somebody who has no game. */
second: number | null,
/** What came of it, once it is over. */
outcome: Outcome | null,
/** The game's public name, unless it is gone: everyone may watch it. */
game: string | null,
/** Since when, in milliseconds since 1970 (UTC). */
since: number, };

/** Whether a player can pass. */
export type PassView = { known: boolean, move: string | null,
/** Why it is not legal now, in a sentence. */
reason: string | null, };

/** Holds what a passkey answered. */
export type PasskeyAnswer = { ceremony: string,
/** What `toJSON` makes of the credential. */
credential: unknown, };

/** Describes a passkey to its owner. */
export type PasskeyView = {
/** The name that its device gave it. */
id: string, label: string,
/** Since when, in milliseconds since 1970 (UTC). */
since: number, used: number | null, };

/** Holds some words of a lesson. */
export type Phrase = { text: string,
/** The square that they mean, or whose piece. */
square: string | null, };

/** Describes a piece on the board. */
export type PieceView = { square: string, side: Side, kind: number, marks: Array<string>,
/** What powers touch it now, and which it exerts, in sentences. */
powers: Array<string>,
/** What it is by what it carries, where the description of its kind does not say all. */
about?: string, };

/** Where a piece stands on a board set up by hand. */
export type Placed = { square: string, side: Side, kind: number, };

/** Describes what stands on the board, without what can be done there. */
export type Placement = { pieces: Array<PieceView>, removed?: Array<string>, };

/** Who plays a side. */
export type Player = { "kind": "human", } | { "kind": "computer",
/** Its level, 1 the weakest. */
level: number, };

/** Names those games whose results make one rating. */
export type Pool = {
/** The game by its canonical spec. */
game: string, class: PaceClass, players: number, };

/** Lists the pools in which somebody has a rating. */
export type PoolList = {
/** Those with most players come first. */
pools: Array<Pool>, };

/** How strong somebody is in a game at paces of a class. */
export type PoolRating = {
/** The game by its canonical spec. */
game: string, class: PaceClass, rating: Rating, };

/** What a power does. */
export type PowerReport = { code: string, says: string, atWork: Share,
/** In what share of the moves it begins or ends to be at work. */
movedBy: Share,
/** In what share of the games that ended it is at work in the reason of the end. */
atEnd: Share,
/** What share of the tries it forbade, where its code is a reason. */
forbade: Share,
/** What share of the moves made could not have been made without it, where that was looked at. */
allowed: Share,
/** In what share of the positions the computer would have made another move without it, where that was looked at. */
decided: Share,
/** What share of the games would not have ended so without it, where that was looked at. */
decidedEnd: Share, };

/** What is wrong, in every language. */
export type ProblemView = Record<LanguageCode, string>;

/** Describes a user to everyone. */
export type Profile = { name: string,
/** Since when, in milliseconds since 1970 (UTC). */
since: number,
/** The order that they keep here: `moderator` or `administrator`. */
role: Role | null, bot: boolean,
/** How many games against others are under way. */
running: number, won: number, drawn: number, lost: number,
/** How strong they are, by games and paces. */
ratings: Array<PoolRating>,
/** What they play most. */
favourites: Array<Favourite>,
/** Whom they play most, of games that are shown to everyone. */
opponents: Array<Opponent>,
/** Whether the requester is this person. */
own: boolean, followed: boolean, blocked: boolean, };

/** What a side proposes. */
export type Proposed = {
/** The side, 1 or 2. */
side: Side,
/** What it proposes. */
offer: Offer, };

/** What a line of moves comes to. */
export type Prospect = { line: Array<MoveRecord>,
/** What the player to move first gains by it, in hundredths of the smallest piece's worth. */
gain: number,
/** The pieces that they capture or win over. */
won: Array<Captured>, lost: Array<Captured>,
/** The ply of the line that gives the other side its first alert, from 1, if one does. */
alert: number | null,
/** The ply of the line that ends the game, if one does. */
end: number | null,
/** What the first move would change. */
weighing: Weighing | null, };

/** Describes a protest. */
export type Protest = {
/** Who protested, 1 or 2. */
side: Side,
/** Against which turn by hand. */
turn: string,
/** What the rules said. */
verdict: Verdict, };

/** Under which name a game is shown to everyone. */
export type Publication = {
/** The name, or nothing while it is shown to nobody without a key. */
public: string | null, };

/** Holds a browser that is told what happens, as its account sees it. */
export type PushDevice = {
/** Where messages for it are handed over. */
endpoint: string, language: string,
/** When it was there last, in milliseconds since 1970 (UTC). */
seen: number, };

/** Whether the server has browsers told what happens while the page is not open. */
export type PushOffer = {
/** The key by which the server is known to push services, in base64url; none where it tells nobody. */
key: string | null, };

/** Which sides a browser is told of by keys. */
export type PushSides = {
/** For each key how messages name its side; none where it opens no single one. */
sides: Array<string | null>, };

/** How strong a player is, as their games tell it. */
export type Rating = { rating: number,
/** How far it may be off: it lies within twice this with a chance of 95 in 100. */
deviation: number,
/** Whether too little is known of the player to rank them. */
provisional: boolean,
/** What the game has changed of it, once it has ended. */
change?: number, };

/** Who attacks what in a position, and which pieces can be captured, as if the side that could capture were to move. */
export type Reach = {
/** The side whose enemies are counted, 1 or 2. */
side: Side,
/**
 * The squares that those enemies attack, in the board's order: they could capture the side's piece there, or where none stands an
 * ordinary one.
 */
attacked: Array<Exposure>,
/** Every piece of whose safety the rules tell; none once the game is over. */
pieces: Array<Safety>, };

/** A game read from a record, as far as its moves go. */
export type ReadRecord = {
/** The canonical spec of the game. */
spec: string,
/** How much the rules helped: `enforced`, `warned` or `free`. */
degree: Degree, start: string,
/** The moves of the game itself, as programs write them. */
moves: Array<string>,
/** Whether other games stand behind it. */
more: boolean, };

/** What a side has ready for the other's moves. */
export type ReadyPlan = {
/** The number of moves after which it was made, if there is one. */
after: number | null,
/** The plan; empty where there is none. */
plan: string,
/** Its version, to be named when another is prepared. */
version: Version, };

/** How often something was refused for a reason. */
export type ReasonReport = { code: string,
/** The sentence by which something was refused; empty where none was noted. */
says: string, share: Share, };

/** Puts a reason, a notice or a condition into words. */
export type ReasonView = { code: string, squares: Array<string>,
/** The anchor of the ruling or section of the rules page that says so; empty where none does. */
ruling: string, sentence: string, };

/** New recovery codes. */
export type RecoveryCodes = {
/** Each opens the account once; they are told this once. */
codes: Array<string>, };

/** Describes a relation between pieces. */
export type RelationInfo = { code: string, felt: string, exerted: string, influence: Influence,
/** The code of the light in which it is drawn. */
aura: Aura,
/** The anchor of the ruling or section of the rules page that tells of it. */
ruling: string, };

/** Describes a relation between two pieces. */
export type RelationView = { kind: string, from: string, to: string, influence: Influence, };

/** What a player said to the other. */
export type Remark = { side: Side, token: string,
/** What is said; empty where its side has taken it back. */
text: string,
/** Milliseconds since 1970 (UTC). */
at: number, };

/** What the players said to each other. */
export type Remarks = {
/** The number of the first line. */
from: number, lines: Array<Remark>, };

/** What somebody may not do any more, and why. */
export type Restraint = {
/** The date up to which it stands, in milliseconds since 1970 (UTC); nothing where it stands until it is lifted. */
until: number | null, reason: string, };

/** How far the look back at a game has come, and once it is done what happened in it. */
export type Review = { done: number, of: number,
/** Its moments in the order in which they came, three at most; none before it is done. */
moments: Array<Moment>, };

/** What a round brought somebody. */
export type RoundResult = { round: number,
/** Whom they met, by number; nobody where they had no game. */
opponent: number | null, side: Side | null,
/** What it brought, once it is over. */
points: number | null, played: boolean,
/** The game's public name, unless it is gone. */
game: string | null, };

/** Why the rules did not do what the page asked for, in the shape that is thrown. */
export type RulesFailure = { "kind": "text", error: TextErrorView, } | { "kind": "ended", text: string, } | { "kind": "refused", reasons: Array<ReasonView>, } | { "kind": "typed", code: string, problem: ProblemView,
/** Every reason why the move that it seems to mean is refused. */
reasons: Array<ReasonView>, } | { "kind": "setup", code: string, message: string, cards: Array<string>, };

/** Whether a piece can be captured now, by whom, and if it cannot, why not. */
export type Safety = { square: string,
/** The enemies that can capture it within their next turn. */
captors: Array<string>, attackers: Array<string>,
/** How many must attack it together before one of them may capture it. */
needs: number,
/** Why no enemy can capture it; none where some can, or where none comes near it. */
reasons: Array<ReasonView>, sentence: string, };

/** Holds 256 random bits that hide a choice behind its commitment until both are shown; written as 64 hexadecimal digits. */
export type Salt = string;

/** Asks for a game of two people apart, each with a key of their own. */
export type Seats = {
/** The side of the game's creator, 1 or 2. */
host: Side,
/** Whether any player may take the other side, whose key is then made by who does. */
open?: boolean,
/** Whether others may watch the game once somebody has taken that side: it is shown to everyone then, and listed while it is played. */
watched?: boolean,
/**
 * Whether the game counts for the ratings of its players: both are signed in then, any player may take the other side, the rules are enforced,
 * clocks run, and it begins at its usual start.
 */
rated?: boolean, };

/** Describes a user who looks for an opponent. */
export type Seek = {
/** Its name, and that of the game that it becomes; it opens nothing. */
seek: string, spec: string, pace: string, degree: Degree,
/** The side of the player who takes it, where its maker wishes the other, 1 or 2. */
side: Side | null, rated: boolean, lowest: number | null, highest: number | null,
/** The maker's name; nothing of a guest. */
name: string | null,
/** How strong they are in such games, if they have a name and there are ratings of them. */
rating: Rating | null,
/** The name of the challenged player. */
opponent: string | null,
/** Whether programs play under these names: the maker's, and that of the challenged player. */
bots: [boolean, boolean],
/** Since when, in milliseconds since 1970 (UTC). */
since: number,
/** Whether it stays while its maker is away. */
lasts: boolean, };

/** Lists those who look for an opponent. */
export type SeekList = {
/** The newest first. */
seeks: Array<Seek>,
/** The seek after which the next page begins, if there is one. */
next?: string, };

/** Describes where a user is signed in. */
export type SessionView = {
/** Names the session; it opens nothing. */
id: string, agent: string,
/** Since when, in milliseconds since 1970 (UTC). */
since: number,
/** When it was there last, to the hour. */
seen: number, own: boolean, };

/** Lists where a user is signed in. */
export type Sessions = {
/** The one seen last first. */
sessions: Array<SessionView>, };

/** Describes how far the players are with their choices; nothing of a secret one before both are committed. */
export type SetupState = { picks: number,
/** Whether neither sees the other's choice before both are committed. */
secret: boolean, committed: [boolean, boolean], choices: [string | null, string | null], };

/** Holds what the players agreed on before they choose what they begin with. */
export type SetupTerms = {
/** The number of cards each picks. */
picks: number,
/** Whether neither sees the other's choice before both are committed. */
secret: boolean, };

/** Holds a share of some cases, with the interval in which the truth lies in 95 of 100 cases. */
export type Share = {
/** The share found, 0 to 1; half where nothing was counted. */
found: number,
/** The lower end of the interval. */
least: number,
/** The upper end of the interval. */
most: number, of: number, };

/** Shows what of a game's text can be filled in like a form. */
export type Sheet = { title: string,
/** The files and rows of the board; none where it is no rectangle. */
board: [number, number] | null, sides: [string, string] | null, pieces: Array<SheetPiece>,
/** The letters that stand on the squares at the start, row by row from the top, small ones the second side's, and empty ones for nothing; none where the form cannot show it. */
start: Array<Array<string>> | null,
/** How the game ends, as far as it is in one of the usual ways. */
goals: Array<Goal>,
/** The sentences of the text that are not shown otherwise. */
byHand: Array<ByHand>, };

/** What is filled in. */
export type SheetEdit = { "title": { title: string, } } | { "board": { size: [number, number], } } | { "side": { side: number, name: string, } } | { "add": { letter: string, name: string, } } | { "piece": {
/** How it was called. */
piece: string, name: string, letter: string, worth: number | null,
/** What it is called in French, where that is something else. */
french: string | null, } } | { "remove": { piece: string, } } | { "walk": { piece: string, moves: Array<Stride>, captures: Array<Stride>, } } | { "becomes": { piece: string, into: Array<string>, } } | { "put": {
/** The row from the top and the place in it, from 0. */
square: [number, number],
/** The letter, a small one the second side's; none for nothing. */
man: string | null, } } | { "goal": { goal: Goal, holds: boolean, } };

/** Shows what of a piece can be filled in. */
export type SheetPiece = { name: string, letter: string, worth: number | null,
/** What it is called in French, where that is something else. */
french: string | null,
/** Where it moves without taking anything. */
moves: Array<Stride>, captures: Array<Stride>, becomes: Array<string>,
/** Whether it is said in a game that this one is like. */
isInherited: boolean, byHand: Array<ByHand>, };

/** A game written by a user, as the gallery shows it. */
export type ShownGame = { id: string, name: string, tagline: string, hue: Hue, cover: string, author: string, licence: Licence,
/** Whether moderators have listed it: its games may be rated. */
listed: boolean, played: number,
/** When it was handed in, in milliseconds since 1970 (UTC). */
created: number, };

/** Lists games that people wrote and show to everyone. */
export type ShownGames = { games: Array<ShownGame>,
/** The game after which the next page begins, if there is one. */
next?: string, };

/** Describes what a side has left. */
export type SideClock = {
/** Of the free time of this turn, or of the next one. */
grace: number,
/** Of its bank. */
bank: number,
/** Days of vacation, those announced among them. */
vacation: number,
/** How long it is still on vacation. */
away: number,
/** The vacation that it has announced. */
announced: Announcement | null, };

/** Who is signed in. */
export type Signed = {
/** Their account; nothing of a guest. */
account: AccountView | null,
/** The site for which passkeys are made, where there are any: a browser has them under this name only. */
passkeys: string | null,
/** Whether the server sends e-mails: to an address that it knows, somebody who has lost all else comes back in by one. */
letters: boolean, };

/** What a text says of a position, and whether the rules begin from it. */
export type Sketch = { problem: RulesFailure | null,
/** The position as the game writes it; the text itself where that cannot be said. */
text: string,
/** Whether the text was in Game Courier's form. */
courier: boolean,
/** The text from which games by hand begin where the rules do not. */
board: string | null,
/** What stands where; `None` where the text has not the form of a position. */
draft: Draft | null, words: Array<FormWord>, squares: Array<string>, };

/** Where somebody stands. */
export type Standing = { number: number,
/** Their place, from 1; those whom nothing tells apart share one. */
place: number,
/** Their name; nothing once their account is gone. */
name: string | null, bot: boolean,
/** How strong they were when they entered. */
rating: number | null, points: number, games: number, gone: boolean,
/** Whether their games count for nobody, because they left before half of them was played. */
struck: boolean,
/** Whether their next game counts double, in an arena. */
streak: boolean,
/** The tie-breaks, in order. */
ties: Array<Tie>,
/** What each round brought, the first one first. */
results: Array<RoundResult>, };

/** Describes a game whole, as the server has it. */
export type State = {
/** The game's name, which opens nothing unless its players show it to everyone. */
game: string,
/** The canonical spec. */
spec: string, rulesVersion: string,
/** The start position; before the players have chosen, what it would be without their choices. */
start: string,
/** How far the players are with their choices for the start, if they choose. */
setup: SetupState | null, seq: number,
/** How many of them the game was created with. */
given: number,
/** Everything that happened, in order; a choice that may not be seen yet is empty. */
events: Array<GameEvent>,
/** The moves that stand after take-backs and protests; a turn by hand begins with `~`. */
moves: Array<string>,
/** How much the rules help: `enforced`, `warned` or `free`. */
degree: Degree,
/** What the key that the game was asked for with lets its holder do: `both`, `1`, `2` or `watch`. */
seat: Seat,
/** Whether it is the key of who created the game. */
host: boolean,
/** Whether any player may still take the side that nobody has. */
open: boolean, players: [Player, Player], names: [string | null, string | null], bots: [boolean, boolean], tournament: TournamentGame | null, rated: boolean,
/** How strong those who play a rated game are in it; what it did to that once it has ended. */
ratings: [Rating | null, Rating | null], pace: string, clock: ClockState | null, status: string,
/** Milliseconds since 1970 (UTC). */
createdAt: number,
/** Why the game can be looked at but not continued, in a sentence. */
frozen: string | null,
/** The last protest, if no turn was made since. */
protest: Protest | null,
/** The side that resigned, 1 or 2. */
resigned: Side | null,
/** Who proposes what, unanswered. */
offer: Proposed | null,
/** Whether the players agreed on a draw. */
agreed: boolean,
/** The side that aborted the game, 1 or 2. */
aborted: Side | null,
/** The side whose time was up, 1 or 2. */
flagged: Side | null,
/** Whether the game did not begin in time. */
lapsed: boolean,
/** Whether the players play again, in a game of its own. */
rematch: boolean, };

/** Points at a square from where a piece stands, to the left and to the right alike. */
export type Stride = { manner: StrideManner,
/** The files aside. */
files: number,
/** The rows ahead; behind where negative. */
rows: number, };

/** How a square is reached. */
export type StrideManner = "step" | "slide" | "leap";

/** Describes a user to moderators. */
export type Subject = { name: string,
/** The order that they keep: `moderator` or `administrator`. */
role: Role | null, mute: Restraint | null, ban: Restraint | null,
/** Since when they have an account, in milliseconds since 1970 (UTC). */
since: number, };

/** Hands in a game that is written as text. */
export type Submission = {
/** The text of the game, and after it those of the games that it is like, in order; each has at most 65,536 bytes. */
texts: Array<string>,
/** Who wrote it, as they want to be called. */
author: string, licence: Licence,
/** The version that this one follows, of the same author. */
earlier?: string,
/** The public game from which it was made. */
clonedFrom?: string, };

/** Describes a game that a user has submitted. */
export type Submitted = {
/** The name in specs: `@sha256-` and the hash of the texts. */
id: string,
/** What stands on its box, and the texts. */
game: DefinedGame, author: string, licence: Licence,
/** Who is told of it: whoever knows its name, everybody, or nobody new. */
state: Shelved,
/** Whether moderators have listed just this text: its games may be rated while everybody is told of it. */
listed: boolean,
/** Whether the key of the request is its author's. */
own: boolean,
/** When it was handed in, in milliseconds since 1970 (UTC). */
created: number, earlier: string | null,
/** The versions that follow it, the newest first: public ones, and one's own. */
later: Array<GameVersion>,
/** The game from which it was made, with whom to credit. */
clonedFrom: Origin | null, played: number,
/** What playing it at random showed, once it was looked at for the gallery. */
trial: Trial | null, };

/** What is wrong with a text, in every language, since the page may change its own while it is shown. */
export type TextErrorView = {
/** The part of the text that is wrong. */
token: string,
/** The byte where it stands. */
at: number, problem: ProblemView, };

/** How far the computer's thinking has come. */
export type Thought = { done: boolean,
/** The depth finished, in plies. */
depth: number, score: string, nodes: number, line: Array<string>,
/** The move to play if the thinking ended now; `None` only if the game is over. */
best: string | null, };

/** What a tie-break is for somebody. */
export type Tie = { value: number,
/** What it was made of; those that are not left out add up to it. */
figures: Array<TieFigure>, };

/** What a round adds to a tie-break. */
export type TieFigure = { round: number,
/** Whom they met, by number; nobody where they had no game. */
opponent: number | null, value: number, cut: boolean, };

/** Lists whom a user follows and blocks. */
export type Ties = { follows: Array<string>,
/** The names of those with whom they want nothing to do. */
blocks: Array<string>, };

/** Describes what opens an account to a program, to the account's owner. */
export type TokenView = {
/** Names the token; it opens nothing. */
id: string, name: string, scopes: Scope[],
/** Since when, in milliseconds since 1970 (UTC). */
since: number,
/** When it was used last, to the minute. */
used: number | null, };

/** Asks for what opens an account to a program. */
export type TokenWish = { name: string,
/** What the program may do; at least one thing. */
scopes: Scope[], };

/** Lists the tokens of an account. */
export type Tokens = {
/** The newest first. */
tokens: Array<TokenView>, bot: boolean, };

/** What the events of a game amount to, without its rules. */
export type Told = {
/** The moves that stand after take-backs and protests; a turn by hand begins with `~`. */
moves: Array<string>,
/** The last protest, if no turn was made since. */
protest: Protest | null,
/** The side that resigned, 1 or 2. */
resigned: Side | null,
/** Who proposes what, unanswered. */
offer: Proposed | null,
/** Whether the players agreed on a draw. */
agreed: boolean,
/** The side that aborted the game, 1 or 2. */
aborted: Side | null,
/** The side whose time was up, 1 or 2. */
flagged: Side | null,
/** Whether the game did not begin in time. */
lapsed: boolean,
/** Whether the players play again, in a game of its own. */
rematch: boolean, };

/** Describes a tournament. */
export type Tournament = { tournament: string, name: string, organiser: string | null,
/** How it is decided who plays whom. */
kind: TournamentKind,
/** The number of a Swiss tournament's rounds, or of an arena's minutes. */
length: number | null, spec: string, pace: string, rated: boolean,
/** When it begins by itself, in milliseconds since 1970 (UTC). */
begins_at: number | null,
/** With how many entrants it begins by itself. */
begins_with: number | null,
/** The most entrants. */
most: number, lowest: number | null, highest: number | null,
/** How far it is: open, running, over or cancelled. */
phase: TournamentPhase,
/** How many take part, those who withdrew not counted. */
entrants: number, since: number, begun: number | null, ends: number | null, };

/** The tournament in which a game is played. */
export type TournamentGame = { tournament: string, name: string,
/** The round, from 1; none in an arena. */
round: number | null, };

/** Lists tournaments. */
export type TournamentList = {
/** The newest first. */
tournaments: Array<Tournament>, next?: string, };

/** An update for clients that follow a tournament. */
export type TournamentNews = { "type": "table", table: TournamentTable, } | { "type": "own", own: OwnTournament, } | { "type": "beat", } | { "type": "error", error: Failure, };

/** Who plays whom in a round. */
export type TournamentRound = {
/** Its number, from 1; 0 of an arena's games. */
number: number,
/** Who plays whom, and who has no game. */
pairings: Array<Pairing>, };

/** How a tournament stands, and what it is to the requester. */
export type TournamentState = { table: TournamentTable,
/** What it is to the requester; nothing to a guest. */
own: OwnTournament | null, };

/** How a tournament stands: everything that is the same for everybody. */
export type TournamentTable = { tournament: Tournament,
/** The number of rounds that were paired. */
round: number, rounds: number | null,
/** The tie-breaks, the first to decide first. */
ties: TieBreak[], standings: Array<Standing>,
/** Who plays whom, the last round first; of an arena the games that go on and the last that ended, as one round. */
pairings: Array<TournamentRound>, };

/** When a tournament begins and whom it takes. It also begins when its organiser says so. */
export type TournamentTerms = {
/** When it begins by itself, in milliseconds since 1970 (UTC). */
begins_at?: number,
/** With how many entrants it begins by itself. */
begins_with?: number,
/** The most entrants: as many as the kind allows, unless it says so. */
most?: number, lowest?: number, highest?: number, };

/** Which squares carry a mark that moves have left there. */
export type Trace = { name: string, squares: Array<string>, };

/** What playing a game at random against itself showed. */
export type Trial = { games: number, longest: number,
/** The number of games that ended by the rules. */
ended: number,
/** The processor time that it took, in milliseconds. */
ms: number, };

/** How many lines of the chat were emptied. */
export type Unsaid = { lines: number, };

/** Shows a text that differs from another by one number. */
export type Variation = {
/** The line in which it differs, from 1. */
line: number, before: string,
/** The line instead. */
after: string, text: string, };

/** What the rules said of a turn that was protested against. */
export type Verdict = "upheld" | "rejected";

/**
 * Distinguishes a text from every other text that was kept in its place, so that whoever writes can say which one they have read: 16 hexadecimal digits of its
 * SHA-256.
 */
export type Version = string;

/** Describes a moment of a game. */
export type View = { position: string, side: Side, ply: number, status: string, statusText: string, alert: string | null, alertSquares: Array<string>, ended: Ending | null, pieces: Array<PieceView>,
/** The legal moves, sorted by their text. */
moves: Array<MoveView>, relations: Array<RelationView>,
/** Facts about the whole position. */
conditions: Array<ReasonView>, cards?: Array<HeldCard>,
/** The marks that moves have left on squares. */
traces?: Array<Trace>, pass: PassView,
/** The plies since the last capture. */
quietPlies: number,
/** Whether hands made of the board what is no position of the rules; where they are not silent, the conditions say why. */
adrift?: boolean, removed?: Array<string>, };

/** Describes a game that is being played and that everyone may watch. */
export type Watched = {
/** The game's public name, which opens looking on. */
game: string, spec: string, degree: Degree, position: string, moves: number, pace: string, rated: boolean, names: [string | null, string | null], bots: [boolean, boolean],
/** How strong they are in such games, in points, where they have played any for ratings. */
ratings: [number | null, number | null], watchers: number, };

/** Lists games that are being played and that everyone may watch. */
export type WatchedList = {
/** Those in which something happened last come first, or those of the strongest, as is asked. */
games: Array<Watched>,
/** The game after which the next page begins, if there is one. */
next?: string, };

/** What a move that is not played would change. */
export type Weighing = {
/** The canonical text of the move. */
text: string,
/** What it changes, told to the player to move: what matters most comes first. */
changes: Array<Change>,
/** The relations that begin, between the squares on which the pieces stand afterwards. */
comes: Array<RelationView>,
/** The relations that end, between the squares on which the pieces stand now. */
goes: Array<RelationView>,
/** The relations that last, between the squares on which the pieces stand afterwards. */
stays: Array<RelationView>,
/** The mover's pieces that the other side can capture afterwards and could not capture now, where the rules tell. */
exposed: Array<Exposure>,
/** The squares, afterwards, of the mover's pieces that the other side could capture now and cannot capture afterwards, where the rules tell. */
safe: Array<string>, };

/** A request to play: the game, and against whom. */
export type Wish = { spec: string,
/** The key to the game that is to be, drawn by the player who asks: it opens their seat as soon as somebody has come. */
key: string,
/** How fast it is played, in the words of docs/CLOCKS.md; without clocks, unless it says so. */
pace?: string,
/** How much the rules help: they enforce themselves, unless it says so. */
degree?: Degree,
/** The side that they wish, 1 or 2; the lot decides where neither wishes one. */
side?: Side,
/** Whether the game counts for ratings; both are signed in then. */
rated?: boolean, lowest?: number, highest?: number,
/** The name of the challenged player; any player may come where it is not said. */
opponent?: string, };

/** What came of a wish to play: a game, or a seek that waits for an opponent. */
export type Wished = {
/** The name of the seek, and of the game that it becomes. */
seek: string,
/** The game, if another player waited for just that; its key opens it. */
state?: State, };

/** Which sides wish a game deleted. */
export type Wishes = {
/** Side by side; both together only where the game is gone. */
wishes: [boolean, boolean], deleted: boolean, };
