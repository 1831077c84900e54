/** Reads lists from one text, because the code formatter would put each array item on a separate line. */

/** The items of a text in which `|` separates items, without surrounding blanks. */
export function listIn(text: string): readonly string[] {
  return text.split('|').map((item) => item.trim())
}
