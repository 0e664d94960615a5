import "./styles/fonts.css";
import "@entourage/board/colours.css";
import "./styles/theme.css";
import "./styles/base.css";
import "./styles/print.css";
import { mount } from "svelte";
import App from "./App.svelte";

const target = document.getElementById("app");
if (target) mount(App, { target });
