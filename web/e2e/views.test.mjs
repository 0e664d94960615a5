// Half of the views: no serious or moderate axe findings, no overlaps or overflow, and unchanged pictures.
import { test } from "node:test";
import { OWN_SERVER, suite } from "./support/stage.mjs";
import { VIEWS } from "./support/views.mjs";
import { visit } from "./support/visit.mjs";

suite("views", (stage) => Object.keys(VIEWS).forEach((view, number) => number % 2 === 0 && test(view, () => visit(stage, view))), OWN_SERVER);
