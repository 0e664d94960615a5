import type { Locale } from "./locale";
import { call } from "./server";
import type { DefinitionList } from "./types.generated";

/** Lists the games written as text that the server offers beside those of the house. */
export const readDefinitions = (locale: Locale): Promise<DefinitionList> => call("GET", "/api/definitions", locale, null);
