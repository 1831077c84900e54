/** Titles of cases that cannot work yet, with the reason. A case that works must leave the list. */
export const NOT_YET: Readonly<Record<string, string>> = {}
