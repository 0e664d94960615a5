// The other views under axe, by day and by night, on a desk and on a phone: nothing serious or moderate is found.
import { lookThrough } from "./support/axe.mjs";
import { suite } from "./support/stage.mjs";

suite("axe finds nothing in the other half", (stage) => lookThrough(stage, 1));
