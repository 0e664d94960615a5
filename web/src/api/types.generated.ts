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

/** What others may do with the text of a game that somebody wrote. */
export type Licence = "CC0-1.0" | "CC-BY-4.0" | "CC-BY-SA-4.0" | "MIT";

/** Who is told of a game that somebody wrote: whoever knows its name, everybody, or nobody new. */
export type Shelved = "private" | "public" | "withdrawn" | "hidden";

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

/** Tells how large a board is. */
export type BoardSize = {
/** How its squares are shaped. */
outline: "square" | "hexagon",
/** The number of its squares. */
squares: number,
/** How many of them lie side by side at most. */
columns: number,
/** How many of them lie above one another at most. */
rows: number, };

/** Describes a square to draw. */
export type BoardSquare = { name: string, x: number, y: number, outline: "square" | "hexagon" | "turned" | "disc", shade: number, };

/** Shows a sentence that only the text shows. */
export type ByHand = {
/** Its line, from 1; that of the other game's text where the piece is said there. */
line: number,
/** What its first line says. */
text: string, };

/** Names a piece that leaves its side. */
export type Captured = { kind: number, side: Side, };

/** Tells from which cards players choose. */
export type CardChoice = {
/** How many one player takes, if the players agree on no smaller number. */
picks: number,
/** The cards, in the order in which notation lists them. */
cards: Array<NamedCard>, };

/** Describes a card that players choose. */
export type CardInfo = { code: string, name: string, summary: string, text: string,
/** The index of the kind it is bound to by default. */
bound: number | null, once: boolean, costsPiece: boolean, examples: Array<Example>, };

/** Describes what players choose from before a game. */
export type CatalogueInfo = { cards: Array<CardInfo>, picks: number,
/** Indices of kinds. */
arranged: Array<number>,
/** Names of squares, by side. */
places: [Array<string>, Array<string>],
/** The pairs of cards, by index, that one player may not combine under these options. */
bans: Array<[number, number]>, };

/** Tells one thing that a move would change. */
export type Change = {
/** What it is to whoever moves: `gain`, `cost`, or `both` for what bears upon both sides alike. */
sign: Sign,
/** The aura of the power; or `safe`, `exposed`, `reach` for what the mover may capture next, `alert`, or `end`. */
sort: Aura | "safe" | "exposed" | "reach" | "alert" | "end",
/** Whether it begins rather than ends. */
begins: boolean,
/** The pieces that it concerns, by their squares after the move. */
squares: Array<string>,
/** The sentence, without a stop. */
sentence: string, };

/** Describes a choice of an option. */
export type Choice = { code: string, name: string, description: string, };

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
left: number | null, };

/** Explains on the board why a game is over by its rules. */
export type Closing = {
/** The relations that bring the end about: who attacks what must be saved. */
relations: Array<RelationView>,
/** What is told, in order. */
lines: Array<ClosingLine>, };

/** Tells one thing about why a game is over. */
export type ClosingLine = {
/**
 * `danger` for what is attacked and must be saved, `escape` for a way out that is none, `captor` for why an attacker stays, `rest` for
 * all other moves, `last` for the move that ended the game, `fact` for anything else.
 */
sort: "danger" | "escape" | "captor" | "rest" | "last" | "fact",
/** The way of the move that is told of, if one is. */
legs: Array<string>,
/** The squares that it concerns. */
squares: Array<string>,
/** The sentence. */
sentence: string, };

/** Binds a side to its choice for the start without telling it: a SHA-256, written as 64 hexadecimal digits. */
export type Commitment = string;

/** Tells how Game Courier's players name a game's pieces and squares. */
export type CourierInfo = {
/** The labels of the kinds, by side. */
labels: [Array<string>, Array<string>],
/** The coordinates of the squares in the board's order; `None` where they are ours. */
coordinates: Array<string> | null,
/** What stands beside the board, in the order of its labels; `None` where it is ours. */
beside: Array<string> | null, };

/** Shows a game at a glance. */
export type Cover = { position: string, moves: Array<string>, squares: Array<string>, };

/** Thanks somebody. */
export type Credit = { role: string, who: string, link: string | null, licence: string | null, };

/** Tells of a game that is written as text what stands on its box, and the text. */
export type DefinedGame = {
/** The name in specs. */
id: string,
/** The name for people. */
name: string,
/** What makes a newcomer curious. */
tagline: string,
/** The colour of its board. */
hue: Hue,
/** The names of the players. */
sides: [string, string],
/** What may be chosen. */
options: Array<OptionInfo>,
/** The number of strengths of the computer player. */
levels: number,
/** What players choose from before the game, if anything. */
catalogue: CardChoice | null,
/** What its cover shows. */
cover: string,
/** How large its board is. */
size: BoardSize,
/** Who is thanked for it: who invented it, and whose pictures it shows. */
credits: Array<Credit>,
/** The text of the game, and after it those of the games that it is like. */
texts: Array<string>, };

/** Lists the games that the server offers beside those of the house: each is written as text. */
export type DefinitionList = {
/** In the order in which people are offered them. */
definitions: Array<DefinedGame>, };

/** Says where a game stands after an event. */
export type Delta = {
/** The number of events. */
seq: number,
/** Where the game stands, in the words of its rules. */
status: string, };

/** Describes a board set up by hand, whether or not the rules allow it. */
export type Draft = {
/** The pieces. */
pieces: Array<Placed>,
/** The side to move, 1 or 2. */
side: Side,
/** What else the position knows, in the order of the game's words. */
words: Array<string>, };

/** Describes one effect of a move. */
export type EffectView = { "type": "move", from: string, to: string, } | { "type": "remove", square: string, kind: number, side: Side, } | { "type": "place", square: string, kind: number, side: Side, } | { "type": "transform", square: string, kind: number, side: Side, } | { "type": "swap", a: string, b: string, } | { "type": "pass" };

/** Tells how a game ended. */
export type Ending = {
/** The winner, 1 or 2, or `None` for a draw. */
winner: Side | null,
/** The cause's code. */
cause: string,
/** The cause for people. */
causeText: string,
/** The result with its cause, for people. */
text: string, };

/** Tells what the reading of a game's text came to. */
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
export type Explanation = {
/** Whether it is legal. */
legal: boolean,
/** The canonical text. */
text: string,
/** What a legal one does, in a sentence; empty for a refused one. */
sentence: string,
/** Every reason why it is refused. */
reasons: Array<ReasonView>,
/** Facts to tell before a legal one is completed. */
notices: Array<ReasonView>, };

/** Holds everything that a key lets its holder see of a game. */
export type Export = {
/** The game. */
state: State,
/** What the players said to each other; nothing where the key does not play one side. */
chat: Array<Remark>,
/** What the seat noted; nothing where the key looks on. */
notes: Notes | null,
/** What the side has ready; nothing where the key does not play one side. */
plan: ReadyPlan | null,
/** Where the side's player is told by e-mail, if anywhere. */
mail: Mail | null,
/** The name under which the game is shown to everybody, if it is. */
public: string | null,
/** Which sides wish the game deleted. */
wishes: [boolean, boolean], };

/** Tells of a piece that can be captured. */
export type Exposure = { square: string,
/** The squares of the pieces that can capture it. */
from: Array<string>, };

/** Says what is wrong with a request: in a word for programs, in a sentence, and whatever else may help. */
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
line?: Array<string>,
/** The sentence. */
message: string,
/** The moves of the rules that a turn by hand amounts to. */
moves?: Array<string>,
/** Which text cannot be read: `spec`, `position`, `pace` or `move`. */
part?: string,
/** What is wrong with a text. */
problem?: string,
/** A closer word for programs. */
reason?: string,
/** Every reason why the rules refuse a move. */
reasons?: Array<ReasonView>,
/** The text that is kept, where another was read before. */
text?: string,
/** The part of a text that is wrong. */
token?: string,
/** The version of the text that is kept. */
version?: Version, };

/** Says why a request is not answered as asked. */
export type FailureBody = {
/** What is wrong. */
error: Failure,
/** The game as it stands, where it went on otherwise meanwhile. */
state?: State, };

/** Says what is wrong with a game's text, and where. */
export type Fault = {
/** Whether the game can be played all the same. */
isWarning: boolean,
/** The word for programs. */
code: string,
/** The line, from 1. */
line: number,
/** The column in characters, from 1. */
column: number,
/** The number of characters meant. */
length: number,
/** What is wrong, as a sentence. */
problem: string,
/** What would help, if anything is known to. */
help: string | null,
/** The file of the game that this one is like in which it stands, if it does not stand in the text itself. */
file: string | null,
/** What may be answered to a warning, each with what it does to the text. */
answers: Array<Answer>, };

/** Describes a simple figure that stands for a kind of piece. */
export type Figure = {
/** The outline, an SVG path of 88 × 88 units around the origin. */
outline: string,
/** How far below the origin the middle of its letter lies. */
middle: number, };

/** Describes what a move leads to that is not played. */
export type Foresight = {
/** What would stand on the board. */
placement: Placement,
/** How the game would end by it, if it would. */
ended: Ending | null, };

/** Describes a word of a game's position strings. */
export type FormWord = {
/** What it is. */
name: string,
/** How it is written. */
hint: string,
/** The word that says nothing special. */
plain: string, };

/** Tells what happened in a game; a game is the list of its events. */
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
export type GameInfo = { id: string, spec: string, name: string, tagline: string,
/** The colour of its board. */
hue: Hue, cover: Cover, rulesVersion: string, sides: [string, string], kinds: Array<Kind>, board: BoardInfo, options: Array<OptionInfo>, marks: Array<Mark>, relations: Array<RelationInfo>,
/** The number of strengths of the computer player. */
levels: number,
/** The start position. */
start: string,
/** What players choose from before the game, if anything. */
catalogue: CatalogueInfo | null,
/** How Game Courier's players name the pieces and squares. */
courier: CourierInfo, credits: Array<Credit>, };

/** Tells of another version of a game. */
export type GameVersion = {
/** The name in specs. */
id: string,
/** Who is told of it. */
state: Shelved,
/** When it was handed in, in milliseconds since 1970 (UTC). */
created: number, };

/** Holds a usual way in which a game ends. */
export type Goal = {
/** Which way. */
kind: GoalKind,
/** The piece that it is about, if it is about one. */
piece: string | null, };

/** Names a usual way in which a game ends. */
export type GoalKind = "checkmate" | "captured" | "reaches" | "nothing-left" | "stuck-loses" | "stuck-draws" | "repetition";

/** Tells of a card that a player has. */
export type HeldCard = {
/** Its place in the catalogue. */
card: number,
/** Who has it. */
side: Side,
/** The square of the piece that it is bound to; `None` for a card of the whole team. */
square: string | null,
/** Whether it is used up, so that it does nothing any more. */
spent: boolean, };

/** Tells what a game played on Game Courier was, as far as its degree takes it. */
export type Imported = {
/** Where it begins; `None` where no game of the degree does. */
start: string | null,
/** The moves up to the turn that ends the replay. */
moves: Array<string>,
/** The word with which the players ended it. */
word: string | null,
/** The keys that say nothing to us. */
ignored: Array<string>,
/** Why the rules do not begin where it does. */
opening: RulesFailure | null,
/** The first turn that the rules refuse. */
refused: ImportedTurn | null,
/** The turn that ends the replay. */
stop: ImportedTurn | null, };

/** Says which turn is refused, and why. */
export type ImportedTurn = {
/** Its number, from 1. */
turn: number,
/** Its text. */
text: string,
/** The word after which it comes, where nothing may follow. */
over: string | null,
/** Why the rules refuse it. */
why: RulesFailure | null, };

/** Tells of a game whose free side anybody may take. */
export type Invitation = {
/** The game's name, which opens nothing. */
game: string,
/** Its spec. */
spec: string,
/** The position in which it begins, unless that is the game's start. */
position?: string,
/** How fast it is to be played. */
pace: string,
/** The free side, 1 or 2. */
side: Side,
/** Since when it is offered, in milliseconds since 1970 (UTC). */
since: number,
/** Whether the other player follows the game just now. */
here: boolean,
/** Whether others may watch the game; who takes the side agrees to that. */
watched: boolean, };

/** Lists the games whose free side anybody may take. */
export type InvitationList = {
/** The newest first. */
invitations: Array<Invitation>,
/** The game after which the next page begins, if there is one. */
next?: string, };

/** Says what the rules say of a turn by hand. */
export type Judgement = { "verdict": "allowed",
/** The canonical texts. */
moves: Array<string>, } | { "verdict": "refused",
/** Every reason. */
reasons: Array<ReasonView>, } | { "verdict": "unknown",
/** Why not. */
sentence: string, };

/** Tells that a text is kept. */
export type Kept = {
/** Its version, to be named when it is written anew. */
version: Version, };

/** Holds the keys to a new game; nobody can ask for them again. */
export type Keys = {
/** The key. */
id: string, } | {
/** The keys. */
keys: KeysApart, };

/** Holds the keys to a game of two people apart. */
export type KeysApart = {
/** The keys of the sides; that of a side which anybody may take does not exist yet. */
sides: [string | null, string | null],
/** The key to look on. */
watch: string, };

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
fallsTo: number,
/** A simple figure of its own. */
figure: Figure, };

/** Tells what the pieces of a kind do, in a game in the mean. */
export type KindReport = {
/** The name of the kind. */
name: string,
/** The pieces of the kind at the start. */
begun: number,
/** The pieces of the kind at the end. */
left: number,
/** The moves of a game. */
moves: number,
/** The captures of a game. */
captures: number,
/** The pieces of a game that the other side took. */
lost: number, };

/** Tells what a game is like, as far as the games played say it. */
export type LaboratoryReport = {
/** The name of the game for people. */
name: string,
/** The names of the two sides. */
sides: [string, string],
/** The level of both players. */
level: number,
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
choices: number,
/** What pieces of each kind do. */
kinds: Array<KindReport>,
/** What powers do. */
powers: Array<PowerReport>,
/** Why tries were refused, the most frequent reason first. */
reasons: Array<ReasonReport>,
/** The points of the stronger player where both played with different skill. */
skill: Share,
/** What might be tried. */
advice: Array<string>, };

/** Tells a lesson to a person. */
export type LessonInfo = {
/** The spec of the game. */
spec: string,
/** What it is called. */
title: Array<Phrase>,
/** Its steps. */
steps: Array<LessonStep>, };

/** Tells one step of a lesson: a board with a goal. */
export type LessonStep = {
/** The position in which it begins. */
position: string,
/** Whether the board is set up anew for it, rather than being as the step before left it. */
fresh: boolean,
/** Squares at the rim of the part of the board that it needs, two or more; `None` where it needs all. */
part: Array<string> | null,
/** Whether a move that no square stands for, such as a pass, is among those accepted. */
unplaced: boolean,
/** What is to be done. */
task: Array<Phrase>,
/** What helps, more and more. */
hints: Array<Array<Phrase>>,
/** What is said when it is done. */
praise: Array<Phrase>, };

/** Says what the rules say of a try at a step. */
export type LessonVerdict = {
/** Whether it reaches the goal. */
right: boolean,
/** Why it does not. */
reasons: Array<ReasonView>,
/** What the other side answers to what is right. */
replies: Array<string>, };

/** Tells where the player of a side is told about the game by e-mail. */
export type Mail = {
/** The address, if there is one. */
address: string | null,
/** Whether its owner has agreed. */
confirmed: boolean,
/** Whether the server sends any messages. */
offered: boolean, };

/** Describes a mark that pieces may carry. */
export type Mark = { code: string, name: string,
/** What it means for the piece that carries it, where its name does not say all. */
meaning: string | null,
/** The shape to show it by, an SVG path of 24 × 24 units around the origin; the page has its own for `None`. */
shape: string | null, };

/** Tells of a moment of a game. */
export type Moment = {
/** The number of the ply, from 1. */
ply: number,
/** `turn` where the balance turned, `capture` for a great capture, `alert` for the first alert, `end` for the last move. */
sort: "turn" | "capture" | "alert" | "end",
/** Who moved, 1 or 2. */
side: Side,
/** The whole way of the piece that moved. */
legs: Array<string>,
/** What happened, in a sentence. */
sentence: string,
/** What would have been better, in a sentence. */
better: string | null,
/** The whole way of that move. */
betterLegs: Array<string>, };

/** Describes a move played. */
export type MoveRecord = {
/** Its number, from 1. */
ply: number,
/** The kind of the piece that moved first, if one did. */
kind: number | null,
/** Who played it, 1 or 2. */
side: Side,
/** The canonical text. */
text: string,
/** How Game Courier's players write it, where a person reads their notation. */
written?: string,
/** What it did, in a sentence. */
sentence: string,
/** The squares that were clicked, in order. */
squares: Array<string>,
/** What tells it from other moves of the same squares, if there are any. */
choice: string | null,
/** The kind that the piece became. */
becomes: number | null,
/** The whole way of the moving piece. */
legs: Array<string>,
/** The manner's code. */
manner: Manner,
/** The squares of captured pieces. */
captures: Array<string>,
/** What it did, in order. */
effects: Array<EffectView>,
/** The position after it. */
position: string,
/** The alert that it gave, if any. */
alert: string | null,
/** Whether it was made by hand, and no rule was heard. */
byHand?: boolean, };

/** Describes a legal move. */
export type MoveView = {
/** The canonical text. */
text: string,
/** The squares to click, in order. */
squares: Array<string>,
/** What tells it from other moves of the same squares, if there are any. */
choice: string | null,
/** The manner's code. */
manner: Manner,
/** The squares of captured pieces. */
captures: Array<string>,
/** The whole way of the moving piece. */
legs: Array<string>,
/** The kind that the moving piece becomes, if it changes. */
becomes: number | null,
/** How Game Courier's players write it, where a person reads their notation. */
written?: string,
/** What the move does, in a sentence. */
sentence: string,
/** What it does, in order. */
effects: Array<EffectView>,
/** Facts to tell before it is completed. */
notices: Array<ReasonView>, };

/** Names a card. */
export type NamedCard = {
/** The name in specs. */
code: string,
/** The name for people. */
name: string, };

/** Asks for a new game. */
export type NewGame = {
/** The game and its options. */
spec: string,
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
 * The key that is to play both sides, drawn by who creates the game: sent again with the same one, the game is created once. Without,
 * the server draws it; where each side has a key of its own, it draws them all.
 */
key?: string,
/** How fast the game is played, in the words of docs/CLOCKS.md; without clocks, unless it says so. */
pace?: string,
/** Who plays. */
players: [Player, Player], };

/** Holds a key that its asker did not have before. */
export type NewKey = {
/** The key. */
key: string, };

/** Tells whoever follows a game what goes on in it. */
export type News = { "type": "state",
/** As the server has it. */
state: State, } | { "type": "events",
/** The number. */
from: number,
/** What happened. */
events: Array<GameEvent>,
/** The status words after it. */
status: string,
/** The clocks, where there are any. */
clock?: ClockState, } | { "type": "chat",
/** The number. */
from: number,
/** What they say. */
lines: Array<Remark>, } | { "type": "clock",
/** As they are now. */
clock: ClockState, } | { "type": "here",
/** Which of the players. */
sides: [boolean, boolean],
/** How many look on. */
watchers: number, } | { "type": "wishes",
/** Side by side. */
wishes: [boolean, boolean], } | { "type": "beat", } | { "type": "error",
/** Why. */
error: Failure, } | { "type": "refused",
/** The number. */
seq: number,
/** Why not. */
error: Failure,
/** The game as it stands, where it went on otherwise meanwhile. */
state?: State, };

/** Tells what the player of a seat noted. */
export type Notes = {
/** The notes. */
text: string,
/** Their version, to be named when they are written anew. */
version: Version, };

/** Says what a player proposes to the other. */
export type Offer = "draw" | "rematch" | "pause" | "resume" | `takeback:${number}`;

/** Describes an option of a game. */
export type OptionInfo = { code: string, name: string, choices: Array<Choice>, };

/** Credits the game from which another was made. */
export type Origin = {
/** The name in specs. */
id: string,
/** How it calls itself. */
name: string,
/** Who wrote it. */
author: string,
/** What others may do with its text. */
licence: Licence, };

/** Tells about passing. */
export type PassView = {
/** Whether the game has a pass at all. */
known: boolean,
/** The move's text if it is legal now. */
move: string | null,
/** Why it is not legal now, in a sentence. */
reason: string | null, };

/** Holds some words of a lesson. */
export type Phrase = {
/** The words. */
text: string,
/** The square that they mean, or whose piece. */
square: string | null, };

/** Describes a piece on the board. */
export type PieceView = {
/** Its square. */
square: string,
/** Its owner, 1 or 2. */
side: Side,
/** The index of its kind. */
kind: number,
/** The codes of the marks it carries. */
marks: Array<string>,
/** What powers touch it now, and which it exerts, in sentences. */
powers: Array<string>,
/** What it is by what it carries, where the description of its kind does not say all. */
about?: string, };

/** Says where a piece stands on a board set up by hand. */
export type Placed = {
/** Its square. */
square: string,
/** Its owner, 1 or 2. */
side: Side,
/** The index of its kind. */
kind: number, };

/** Describes what stands on the board, without what can be done there. */
export type Placement = {
/** The pieces on the board. */
pieces: Array<PieceView>,
/** The spaces that hands removed. */
removed?: Array<string>, };

/** Tells who plays a side. */
export type Player = { "kind": "human", } | { "kind": "computer",
/** Its level, 1 the weakest. */
level: number, };

/** Tells what a power does. */
export type PowerReport = {
/** Its code. */
code: string,
/** What it does to a piece, as the page says it; empty where it makes no relation that could be drawn. */
says: string,
/** In what share of the positions it is at work. */
atWork: Share,
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

/** Says in every language what is wrong. */
export type ProblemView = Record<LanguageCode, string>;

/** Says what a side proposes. */
export type Proposed = {
/** The side, 1 or 2. */
side: Side,
/** What it proposes. */
offer: Offer, };

/** Tells what a line of moves comes to. */
export type Prospect = {
/** The moves, as they would stand in a record. */
line: Array<MoveRecord>,
/** What whoever moves first gains by it, in hundredths of the smallest piece's worth. */
gain: number,
/** The pieces that they capture or win over. */
won: Array<Captured>,
/** The pieces that they lose. */
lost: Array<Captured>,
/** The ply of the line that gives the other side its first alert, from 1, if one does. */
alert: number | null,
/** The ply of the line that ends the game, if one does. */
end: number | null,
/** What the first move would change. */
weighing: Weighing | null, };

/** Tells of a protest. */
export type Protest = {
/** Who protested, 1 or 2. */
side: Side,
/** Against which turn by hand. */
turn: string,
/** What the rules said. */
verdict: Verdict, };

/** Tells under which name a game is shown to everybody. */
export type Publication = {
/** The name, or nothing while it is shown to nobody without a key. */
public: string | null, };

/** Tells who attacks what in a position, and which pieces can be captured, as if the side that could capture were to move. */
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

/** Tells what a side has ready for the other's moves. */
export type ReadyPlan = {
/** The number of moves after which it was made, if there is one. */
after: number | null,
/** The plan; empty where there is none. */
plan: string,
/** Its version, to be named when another is prepared. */
version: Version, };

/** Tells how often something was refused for a reason. */
export type ReasonReport = {
/** Its code. */
code: string,
/** The sentence by which something was refused; empty where none was noted. */
says: string,
/** What share of the tries it forbade. */
share: Share, };

/** Puts a reason, a notice or a condition into words. */
export type ReasonView = {
/** The game's code. */
code: string,
/** The squares concerned. */
squares: Array<string>,
/** The anchor of the ruling or section of the rules page that says so; empty where none does. */
ruling: string,
/** The sentence. */
sentence: string, };

/** Describes a relation between pieces. */
export type RelationInfo = { code: string, felt: string, exerted: string,
/** The influence's code. */
influence: Influence,
/** The code of the light in which it is drawn. */
aura: Aura,
/** The anchor of the ruling or section of the rules page that tells of it. */
ruling: string, };

/** Describes a relation between two pieces. */
export type RelationView = { kind: string, from: string, to: string,
/** The influence's code. */
influence: Influence, };

/** Tells what a player said to the other. */
export type Remark = {
/** The side that says it, 1 or 2. */
side: Side,
/** What tells it from the side's other remarks. */
token: string,
/** What is said; empty where its side has taken it back. */
text: string,
/** Milliseconds since 1970 (UTC). */
at: number, };

/** Tells what the players said to each other. */
export type Remarks = {
/** The number of the first line. */
from: number,
/** The lines. */
lines: Array<Remark>, };

/** Tells how far the look back at a game has come, and once it is done what happened in it. */
export type Review = {
/** The positions looked at. */
done: number,
/** All positions of the game. */
of: number,
/** Its moments in the order in which they came, three at most; none before it is done. */
moments: Array<Moment>, };

/** Says why the rules did not do what the page asked for, in the shape that is thrown. */
export type RulesFailure = { "kind": "text",
/** What is wrong with it, and where. */
error: TextErrorView, } | { "kind": "ended",
/** The result for people. */
text: string, } | { "kind": "refused",
/** Every reason. */
reasons: Array<ReasonView>, } | { "kind": "typed",
/** The kind of error. */
code: string,
/** What is wrong. */
problem: ProblemView,
/** Every reason why the move that it seems to mean is refused. */
reasons: Array<ReasonView>, } | { "kind": "setup",
/** The kind of error. */
code: string,
/** What is wrong, for people. */
message: string,
/** The cards concerned. */
cards: Array<string>, };

/** Tells whether a piece can be captured now, by whom, and if it cannot, why not. */
export type Safety = {
/** Where it stands. */
square: string,
/** The enemies that can capture it within their next turn. */
captors: Array<string>,
/** The enemies that attack it, whether or not they may capture it. */
attackers: Array<string>,
/** How many must attack it together before one of them may capture it. */
needs: number,
/** Why no enemy can capture it; none where some can, or where none comes near it. */
reasons: Array<ReasonView>,
/** The same in a sentence or two. */
sentence: string, };

/** Holds 256 random bits that hide a choice behind its commitment until both are shown; written as 64 hexadecimal digits. */
export type Salt = string;

/** Asks for a game of two people apart, each with a key of their own. */
export type Seats = {
/** The side of who creates the game, 1 or 2. */
host: Side,
/** Whether anybody may take the other side, whose key is then made by who does. */
open?: boolean,
/** Whether others may watch the game once somebody has taken that side: it is shown to everybody then, and listed while it is played. */
watched?: boolean, };

/** Describes how far the players are with their choices; nothing of a secret one before both are committed. */
export type SetupState = {
/** The number of cards each picks. */
picks: number,
/** Whether neither sees the other's choice before both are committed. */
secret: boolean,
/** Who has committed. */
committed: [boolean, boolean],
/** What they chose, where it may be seen. */
choices: [string | null, string | null], };

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
most: number,
/** The number of cases. */
of: number, };

/** Shows what of a game's text can be filled in like a form. */
export type Sheet = {
/** The name of the game for people. */
title: string,
/** The files and rows of the board; none where it is no rectangle. */
board: [number, number] | null,
/** The names of the two sides. */
sides: [string, string] | null,
/** The pieces, in the order of the text. */
pieces: Array<SheetPiece>,
/** The letters that stand on the squares at the start, row by row from the top, small ones the second side's, and empty ones for nothing; none where the form cannot show it. */
start: Array<Array<string>> | null,
/** How the game ends, as far as it is in one of the usual ways. */
goals: Array<Goal>,
/** The sentences of the text that are not shown otherwise. */
byHand: Array<ByHand>, };

/** Says what is filled in. */
export type SheetEdit = { "title": {
/** The name. */
title: string, } } | { "board": {
/** The files and rows. */
size: [number, number], } } | { "side": {
/** The side, 1 or 2. */
side: number,
/** A word. */
name: string, } } | { "add": {
/** The letter. */
letter: string,
/** The name. */
name: string, } } | { "piece": {
/** How it was called. */
piece: string,
/** How it is called. */
name: string,
/** The letter. */
letter: string,
/** What it is worth to the computer, where that is said. */
worth: number | null, } } | { "remove": {
/** The piece. */
piece: string, } } | { "walk": {
/** The piece. */
piece: string,
/** Where it moves. */
moves: Array<Stride>,
/** Where it captures. */
captures: Array<Stride>, } } | { "becomes": {
/** The piece. */
piece: string,
/** What it may become. */
into: Array<string>, } } | { "put": {
/** The row from the top and the place in it, from 0. */
square: [number, number],
/** The letter, a small one the second side's; none for nothing. */
man: string | null, } } | { "goal": {
/** The way. */
goal: Goal,
/** Whether it does. */
holds: boolean, } };

/** Shows what of a piece can be filled in. */
export type SheetPiece = {
/** The name. */
name: string,
/** The letter in positions. */
letter: string,
/** What it is said to be worth to the computer. */
worth: number | null,
/** Where it moves without taking anything. */
moves: Array<Stride>,
/** Where it captures. */
captures: Array<Stride>,
/** What it may become on the last row. */
becomes: Array<string>,
/** Whether it is said in a game that this one is like. */
isInherited: boolean,
/** What else is said of it. */
byHand: Array<ByHand>, };

/** Tells in the gallery of a game that somebody wrote. */
export type ShownGame = {
/** The name in specs. */
id: string,
/** The name for people. */
name: string,
/** What makes a newcomer curious. */
tagline: string,
/** The colour of its board. */
hue: Hue,
/** The position that its cover shows. */
cover: string,
/** Who wrote it. */
author: string,
/** What others may do with the text. */
licence: Licence,
/** The number of games begun. */
played: number,
/** When it was handed in, in milliseconds since 1970 (UTC). */
created: number, };

/** Lists games that people wrote and show to everybody. */
export type ShownGames = {
/** In the order asked for. */
games: Array<ShownGame>,
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

/** Tells what a text says of a position, and whether the rules begin from it. */
export type Sketch = {
/** Why the rules do not begin from it. */
problem: RulesFailure | null,
/** The position as the game writes it; the text itself where that cannot be said. */
text: string,
/** Whether the text was in Game Courier's form. */
courier: boolean,
/** The text from which games by hand begin where the rules do not. */
board: string | null,
/** What stands where; `None` where the text has not the form of a position. */
draft: Draft | null,
/** The words of the game's positions. */
words: Array<FormWord>,
/** The squares that the rules object to. */
squares: Array<string>, };

/** Describes a game whole, as the server has it. */
export type State = {
/** The game's name, which opens nothing unless its players show it to everybody. */
game: string,
/** The canonical spec. */
spec: string,
/** The version of the rules that it began under. */
rulesVersion: string,
/** The start position; before the players have chosen, what it would be without their choices. */
start: string,
/** How far the players are with their choices for the start, if they choose. */
setup: SetupState | null,
/** The number of events. */
seq: number,
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
/** Whether anybody may still take the side that nobody has. */
open: boolean,
/** Who plays. */
players: [Player, Player],
/** How fast the game is played. */
pace: string,
/** The clocks, where there are any. */
clock: ClockState | null,
/** The status words. */
status: string,
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
export type Stride = {
/** How it is reached. */
manner: StrideManner,
/** The files aside. */
files: number,
/** The rows ahead; behind where negative. */
rows: number, };

/** Tells how a square is reached. */
export type StrideManner = "step" | "slide" | "leap";

/** Hands in a game that is written as text. */
export type Submission = {
/** The text of the game, and after it those of the games that it is like, in order; each has at most 65,536 bytes. */
texts: Array<string>,
/** Who wrote it, as they want to be called. */
author: string,
/** What others may do with the text. */
licence: Licence,
/** The version that this one follows, of the same author. */
earlier?: string,
/** The public game from which it was made. */
clonedFrom?: string, };

/** Tells of a game that somebody has handed in. */
export type Submitted = {
/** The name in specs: `@sha256-` and the hash of the texts. */
id: string,
/** What stands on its box, and the texts. */
game: DefinedGame,
/** Who wrote it. */
author: string,
/** What others may do with the text. */
licence: Licence,
/** Who is told of it: whoever knows its name, everybody, or nobody new. */
state: Shelved,
/** Whether the key of the request is its author's. */
own: boolean,
/** When it was handed in, in milliseconds since 1970 (UTC). */
created: number,
/** The version that it follows. */
earlier: string | null,
/** The versions that follow it, the newest first: public ones, and one's own. */
later: Array<GameVersion>,
/** The game from which it was made, with whom to credit. */
clonedFrom: Origin | null,
/** The number of games begun. */
played: number,
/** What playing it at random showed, once it was looked at for the gallery. */
trial: Trial | null, };

/** Says what is wrong with a text, in every language, since the page may change its own while it is shown. */
export type TextErrorView = {
/** The part of the text that is wrong. */
token: string,
/** The byte where it stands. */
at: number,
/** What is wrong with it. */
problem: ProblemView, };

/** Says how far the computer's thinking has come. */
export type Thought = {
/** Whether it is over. */
done: boolean,
/** The depth finished, in plies. */
depth: number,
/** The score for the side to move. */
score: string,
/** The positions looked at. */
nodes: number,
/** The expected variation. */
line: Array<string>,
/** The move to play if the thinking ended now; `None` only if the game is over. */
best: string | null, };

/** Tells what the events of a game amount to, without its rules. */
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

/** Tells what playing a game at random against itself showed. */
export type Trial = {
/** The number of games played. */
games: number,
/** The plies of the longest. */
longest: number,
/** The number of games that ended by the rules. */
ended: number,
/** The processor time that it took, in milliseconds. */
ms: number, };

/** Tells how many lines of the chat were emptied. */
export type Unsaid = {
/** How many. */
lines: number, };

/** Tells what the rules said of a turn that was protested against. */
export type Verdict = "upheld" | "rejected";

/**
 * Tells a text of a paper from every other text of it, so that whoever writes can say which one they have read: 16 hexadecimal digits of its
 * SHA-256.
 */
export type Version = string;

/** Describes a moment of a game. */
export type View = {
/** The position string. */
position: string,
/** The side to move, 1 or 2. */
side: Side,
/** The number of plies played. */
ply: number,
/** The status words. */
status: string,
/** The status for people. */
statusText: string,
/** The alert's code, if one applies. */
alert: string | null,
/** The pieces that the alert warns of. */
alertSquares: Array<string>,
/** How the game ended, if it did. */
ended: Ending | null,
/** The pieces on the board. */
pieces: Array<PieceView>,
/** The legal moves, sorted by their text. */
moves: Array<MoveView>,
/** The relations between pieces. */
relations: Array<RelationView>,
/** Facts about the whole position. */
conditions: Array<ReasonView>,
/** The cards of the catalogue that the players have, in a game that has one. */
cards?: Array<HeldCard>,
/** The pass. */
pass: PassView,
/** The plies since the last capture. */
quietPlies: number,
/** Whether hands made of the board what is no position of the rules; where they are not silent, the conditions say why. */
adrift?: boolean,
/** The spaces that hands removed. */
removed?: Array<string>, };

/** Tells of a game that is being played and that everybody may watch. */
export type Watched = {
/** The game's public name, which opens looking on. */
game: string,
/** The spec by which it is played. */
spec: string,
/** How much the rules help. */
degree: Degree,
/** What stands on the board. */
position: string,
/** The number of moves that stand. */
moves: number,
/** How fast it is played. */
pace: string,
/** How many look on just now. */
watchers: number, };

/** Lists games that are being played and that everybody may watch. */
export type WatchedList = {
/** Those in which something happened last come first. */
games: Array<Watched>,
/** The game after which the next page begins, if there is one. */
next?: string, };

/** Tells what a move that is not played would change. */
export type Weighing = {
/** The canonical text of the move. */
text: string,
/** What it changes, told to whoever moves: what matters most comes first. */
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

/** Tells which sides wish a game deleted. */
export type Wishes = {
/** Side by side; both together only where the game is gone. */
wishes: [boolean, boolean],
/** Whether the game is gone. */
deleted: boolean, };
