/**
 * Finds emoji sequences (spec/text.md#emoji). The list of emoji in the library ends with version 11 of Unicode emoji.
 * The pattern in this file uses the grammar of UTS #51 instead, so that later and non-recommended sequences also
 * count as one emoji.
 */

/** A pictograph. Digits, `#`, `*` and regional indicators are not pictographs. */
const PICTURE = String.raw`[[\p{Extended_Pictographic}\p{Emoji_Presentation}]--\p{Regional_Indicator}]`

const VARIATION = String.raw`\uFE0F`
const KEYCAP = String.raw`\u20E3`
const JOINER = String.raw`\u200D`
const TAGS = String.raw`[\u{E0020}-\u{E007E}]+\u{E007F}`

/** A pictograph with an optional skin tone, variation selector, keycap and tag sequence. */
const ELEMENT = String.raw`${PICTURE}(?:${VARIATION}?\p{Emoji_Modifier})?${VARIATION}?${KEYCAP}?(?:${TAGS})?`

/**
 * Matches whole emoji: single pictographs, emoji with a skin tone, ZWJ sequences, flags, keycaps and tag sequences. A
 * digit alone is not an emoji. © is an emoji; without a variation selector, it has the weight of its code point.
 */
export const EMOJI = new RegExp(
  [
    `${ELEMENT}(?:${JOINER}${ELEMENT})*`,
    String.raw`\p{Regional_Indicator}{2}`,
    `[0-9#*](?:${VARIATION}${KEYCAP}?|${KEYCAP})`,
  ].join('|'),
  'gv',
)
