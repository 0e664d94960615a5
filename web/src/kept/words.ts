import type { LanguageCode } from "@entourage/rules";
import { typeset } from "@entourage/board/typeset";
import { settings } from "../settings/settings.svelte";

/** Something that is kept: what, why, and for how long. */
interface Kept {
  what: string;
  why: string;
  long: string;
}

const en = {
  title: "What is kept, and why",
  intro: "Nobody needs to say who they are to play. What is kept is what a game, an account or good order needs, and nothing is given to anybody else: no advertisement, no counting of visitors, nothing from other sites.",
  what: "What",
  why: "Why",
  long: "For how long",
  server: "On the server",
  device: "On your device",
  rest: "Besides",
  all: [
    {
      what: "Games: moves with their times, how they ended, who may play them. Of a link, only what recognises it.",
      why: "So that they can be played on from any device, looked at again, and nobody comes in without the link.",
      long: "Until both players delete them. A game that nobody played on is forgotten after a time.",
    },
    {
      what: "Of finished games that both players agreed to show before they began, rated ones among them: who played, how strong they were then, how it ended, and which positions it came to.",
      why: "So that everybody can find these games, and see what was played from a position.",
      long: "Until a player takes it back under Share, or both delete the game. Without your name once your account is deleted.",
    },
    {
      what: "What players say to each other, notes, and moves made ready.",
      why: "So that the two players find them wherever they are. Nobody else reads them, unless one of them reports what was said.",
      long: "With the game. What you said you can take back, your notes you can empty.",
    },
    {
      what: "Of an account: its name and since when, its password as a hash that does not tell it, the public half of passkeys, recovery codes as hashes, which games are its own.",
      why: "So that you come in and nobody else does.",
      long: "Until you delete it. Finished games stay without your name.",
    },
    {
      what: "Where you are signed in: which browser it says it is, since when, and when it was there last, to the hour. Of tokens for programs: what you call them, what they may do, since when, when they were used last, and a hash.",
      why: "So that you see it and can end it.",
      long: "Until you sign out, after 30 days without you, or after 180 days; a token until you revoke it.",
    },
    {
      what: "Of each browser in which you sign in a mark, as a hash that does not give it away.",
      why: "So that those who keep order are told of rated games between accounts of one device.",
      long: "For 180 days after you signed in there last, or until you delete the account.",
    },
    {
      what: "Tournaments: who organises them, who took part and how strong they were then, who played whom, and what came of it. Everybody sees it.",
      why: "So that everybody sees who plays whom and who stands where.",
      long: "For good; without your name once your account is deleted.",
    },
    {
      what: "Whom you follow and whom you block.",
      why: "So that it is so on all your devices.",
      long: "Until you end it. They are not told.",
    },
    {
      what: "What you report: your words with your name; of a game the last hundred things said, even those taken back later.",
      why: "So that those who keep order can judge it.",
      long: "For good, so that it can be seen what was judged; without your name once your account is deleted.",
    },
    {
      what: "What those who keep order do: what, with whom, by whom, why and when.",
      why: "So that nobody does it in secret. Nobody can change this list, they themselves included.",
      long: "For good, with the names as they were, even when accounts are gone.",
    },
    {
      what: "An e-mail address, where you asked to be told of your turn in a game.",
      why: "For these messages alone.",
      long: "Until you end it, or until the game is deleted. Without an answer to the first message it is forgotten after a week.",
    },
    {
      what: "Where your browser gets its messages, and the keys by which only it reads them, if you asked that a device be told while you are away.",
      why: "For these messages alone. The browser's own service brings them, and cannot read them; it sees when there is one.",
      long: "Until you end it, sign out there, or have not been there for 90 days.",
    },
    {
      what: "An e-mail address for your account, if you give one.",
      why: "So that you come back in when you have lost all else, and hear of it when how you sign in is changed.",
      long: "Until you delete it, or the account. Without an answer to the first letter it is forgotten after a week.",
    },
    {
      what: "Games that you write and hand in, under the name that you give.",
      why: "So that others can play them.",
      long: "For good: games that were begun need them. You can withdraw them, so that no new one begins.",
    },
    {
      what: "From where requests come, as a few numbers in memory; in the log only the network, never the whole address, and no names, links or passwords.",
      why: "So that nobody takes the server from others, and faults are found.",
      long: "The numbers for minutes. The log as long as whoever runs the server keeps it.",
    },
  ] satisfies Kept[],
  ownDevice: "The links to your games, your settings, texts that you write in the workshop, and the page itself, so that it works without a network. Two cookies: one while you are signed in, and one by which the browser is known when somebody signs in; no script reads them.",
  copies: "Whoever runs the server may make copies of its database against accidents; what you delete is in them until they are deleted.",
  yours: "All that is kept of you can be taken away as a file and, but for what stays for good, deleted on the page of your account. Without an account the same is done in each game, under Talk.",
};

const fr: typeof en = {
  title: "Ce qui est gardé, et pourquoi",
  intro: "Personne n'a besoin de dire qui il est pour jouer. N'est gardé que ce dont une partie, un compte ou le bon ordre ont besoin, et rien n'est donné à personne : pas de publicité, pas de mesure d'audience, rien d'autres sites.",
  what: "Quoi",
  why: "Pourquoi",
  long: "Combien de temps",
  server: "Sur le serveur",
  device: "Sur votre appareil",
  rest: "Et encore",
  all: [
    {
      what: "Les parties : les coups et leurs heures, leur fin, qui peut les jouer. D'un lien, seulement de quoi le reconnaître.",
      why: "Pour les continuer de tout appareil, les revoir, et que personne n'y entre sans le lien.",
      long: "Jusqu'à ce que les deux joueurs les effacent. Une partie que personne n'a continuée est oubliée après un temps.",
    },
    {
      what: "Des parties finies que les deux joueurs ont accepté de montrer avant leur début, dont les parties classées : qui a joué, quel était leur niveau, comment elles ont fini, et par quelles positions elles sont passées.",
      why: "Pour que chacun puisse retrouver ces parties, et voir ce qui s'est joué depuis une position.",
      long: "Jusqu'à ce qu'un joueur revienne là-dessus sous Partager, ou que les deux suppriment la partie. Sans votre nom une fois votre compte supprimé.",
    },
    {
      what: "Ce que les joueurs se disent, leurs notes, et leurs coups préparés.",
      why: "Pour que les deux joueurs les retrouvent où qu'ils soient. Personne d'autre ne les lit, sauf si l'un d'eux signale ce qui s'est dit.",
      long: "Avec la partie. Vous pouvez retirer ce que vous avez dit et vider vos notes.",
    },
    {
      what: "D'un compte : son nom et depuis quand, le mot de passe sous une empreinte qui ne le livre pas, la moitié publique des clés d'accès, l'empreinte des codes de secours, quelles parties sont à lui.",
      why: "Pour que vous entriez, et personne d'autre.",
      long: "Jusqu'à ce que vous le supprimiez. Les parties finies restent sans votre nom.",
    },
    {
      what: "Où vous êtes connecté : quel navigateur il dit être, depuis quand, et quand il y était la dernière fois, à l'heure près. Des jetons pour les programmes : leur nom, ce qu'ils permettent, depuis quand, leur dernier emploi, et une empreinte.",
      why: "Pour que vous le voyiez et puissiez y mettre fin.",
      long: "Jusqu'à ce que vous vous déconnectiez, après 30 jours sans vous, ou après 180 jours ; un jeton jusqu'à ce que vous le révoquiez.",
    },
    {
      what: "De chaque navigateur où vous vous connectez une marque, sous une empreinte qui ne la livre pas.",
      why: "Pour que ceux qui veillent à l'ordre sachent quand une partie classée oppose deux comptes d'un même appareil.",
      long: "180 jours après votre dernière connexion là, ou jusqu'à ce que vous supprimiez le compte.",
    },
    {
      what: "Les tournois : qui les organise, qui a participé et de quelle force alors, qui a joué contre qui, et le résultat. Tout le monde le voit.",
      why: "Pour que chacun voie qui joue contre qui et qui en est où.",
      long: "Pour toujours ; sans votre nom une fois votre compte supprimé.",
    },
    {
      what: "Qui vous suivez et qui vous bloquez.",
      why: "Pour que ce soit vrai sur tous vos appareils.",
      long: "Jusqu'à ce que vous y mettiez fin. Ces personnes n'en sont pas averties.",
    },
    {
      what: "Ce que vous signalez : vos mots avec votre nom ; d'une partie, les cent dernières choses dites, même retirées ensuite.",
      why: "Pour que ceux qui veillent au bon ordre puissent en juger.",
      long: "Pour de bon, afin qu'on voie ce qui a été jugé ; sans votre nom une fois votre compte supprimé.",
    },
    {
      what: "Ce que font ceux qui veillent au bon ordre : quoi, envers qui, par qui, pourquoi et quand.",
      why: "Pour que personne ne le fasse en secret. Personne ne peut changer cette liste, eux non plus.",
      long: "Pour de bon, avec les noms d'alors, même quand les comptes ne sont plus.",
    },
    {
      what: "Une adresse de courriel, si vous avez demandé à être averti de votre tour dans une partie.",
      why: "Pour ces messages seulement.",
      long: "Jusqu'à ce que vous y mettiez fin, ou que la partie soit effacée. Sans réponse au premier message elle est oubliée après une semaine.",
    },
    {
      what: "Où votre navigateur reçoit ses messages, et les clés avec lesquelles lui seul les lit, si vous avez demandé qu'un appareil soit prévenu en votre absence.",
      why: "Pour ces messages seulement. Le service du navigateur les apporte sans pouvoir les lire ; il voit quand il y en a un.",
      long: "Jusqu'à ce que vous y mettiez fin, vous y déconnectiez, ou n'y soyez pas venu pendant 90 jours.",
    },
    {
      what: "Une adresse de courriel pour votre compte, si vous en donnez une.",
      why: "Pour que vous y reveniez quand tout le reste est perdu, et appreniez que vos accès ont changé.",
      long: "Jusqu'à ce que vous la supprimiez, ou le compte. Sans réponse à la première lettre, elle est oubliée après une semaine.",
    },
    {
      what: "Les jeux que vous écrivez et déposez, sous le nom que vous donnez.",
      why: "Pour que d'autres puissent y jouer.",
      long: "Pour de bon : les parties commencées en ont besoin. Vous pouvez les retirer, pour qu'aucune autre ne commence.",
    },
    {
      what: "D'où viennent les requêtes, en quelques nombres en mémoire ; dans le journal seulement le réseau, jamais l'adresse entière, ni noms, ni liens, ni mots de passe.",
      why: "Pour que personne ne prive les autres du serveur, et que les pannes se trouvent.",
      long: "Les nombres, quelques minutes. Le journal, aussi longtemps que le veut qui tient le serveur.",
    },
  ],
  ownDevice: "Les liens de vos parties, vos réglages, les textes que vous écrivez à l'atelier, et la page elle-même, pour qu'elle marche sans réseau. Deux cookies : un tant que vous êtes connecté, et un par lequel le navigateur est reconnu quand quelqu'un se connecte ; aucun script ne les lit.",
  copies: "Qui tient le serveur peut faire des copies de sa base de données contre les accidents ; ce que vous effacez y reste jusqu'à ce qu'elles soient effacées.",
  yours: "Tout ce qui est gardé de vous peut être emporté dans un fichier et, sauf ce qui reste pour de bon, effacé sur la page de votre compte. Sans compte, cela se fait dans chaque partie, sous Discussion.",
};

const WORDS: Record<LanguageCode, typeof en> = { en, fr: typeset(fr) };

/** Returns the words on what is kept in the language chosen. */
export const keptWords = (): typeof en => WORDS[settings.language];
