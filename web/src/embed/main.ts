import "../styles/fonts.css";
import "../styles/titles.css";
import "@entourage/board/colours.css";
import "../styles/theme.css";
import "../styles/base.css";
import { mount } from "svelte";
import { settings } from "../settings/settings.svelte";
import { readAddress } from "./address";
import Embed from "./Embed.svelte";

const { door, look, flipped } = readAddress(location);
settings.wear(look);
const target = document.getElementById("app");
const query = new URLSearchParams(location.search);
const study = query.get("study");
if (target && study !== null) void import("./StudyEmbed.svelte").then(({ default: StudyEmbed }) => mount(StudyEmbed, { target, props: { id: study, chapter: query.get("chapter") ?? "", flipped } }));
else if (target) mount(Embed, { target, props: { door, flipped } });
