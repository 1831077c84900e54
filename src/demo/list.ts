/** Lists in one text, because the formatter puts array items on separate lines. */

/** The items of a text with `|` as separator, without surrounding space. */
export function listIn(text: string): readonly string[] {
  return text.split('|').map((item) => item.trim())
}
