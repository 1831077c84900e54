/**
 * Emoji sequences (spec/text.md#emoji). The list of the library ends with Unicode emoji 11. This pattern uses the
 * grammar of UTS #51 instead, so that later and non-recommended sequences count as one emoji too.
 */

/** A picture of its own; digits, `#`, `*` and the letters of flags are none. */
const PICTURE = String.raw`[[\p{Extended_Pictographic}\p{Emoji_Presentation}]--\p{Regional_Indicator}]`

const VARIATION = String.raw`\uFE0F`
const KEYCAP = String.raw`\u20E3`
const JOINER = String.raw`\u200D`
const TAGS = String.raw`[\u{E0020}-\u{E007E}]+\u{E007F}`

/** A picture with its skin tone, its look, its frame or its tags. */
const ELEMENT = String.raw`${PICTURE}(?:${VARIATION}?\p{Emoji_Modifier})?${VARIATION}?${KEYCAP}?(?:${TAGS})?`

/**
 * Finds whole emoji, with `matchAll`: single ones, with skin tone, joined by ZWJ, flags, keycaps, tag sequences. A bare
 * digit is no emoji; © is one, but without its selector it weighs what its code point weighs.
 */
export const EMOJI = new RegExp(
  [
    `${ELEMENT}(?:${JOINER}${ELEMENT})*`,
    String.raw`\p{Regional_Indicator}{2}`,
    `[0-9#*](?:${VARIATION}${KEYCAP}?|${KEYCAP})`,
  ].join('|'),
  'gv',
)
