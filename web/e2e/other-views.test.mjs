// The other views as a person comes to it: nothing serious or moderate is found by axe, nothing lies over or beyond anything, and it looks as it did.
import { test } from "node:test";
import { OWN_SERVER, suite } from "./support/stage.mjs";
import { VIEWS } from "./support/views.mjs";
import { visit } from "./support/visit.mjs";

suite("other views", (stage) => Object.keys(VIEWS).forEach((view, number) => number % 2 === 1 && test(view, () => visit(stage, view))), OWN_SERVER);
