/** Titles of cases that cannot work yet, with the reason. Remove a case from the list when it works. */
export const NOT_YET: Readonly<Record<string, string>> = {}
