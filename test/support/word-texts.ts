/**
 * Generates texts of few different words, so that searches and rules often match. The texts have accents,
 * scripts without spaces, emoji, tags and links.
 */
import * as fc from './properties.ts'

export const WORDS = [
  'cat',
  'dog',
  'café',
  'cafe',
  '猫が好き',
  '🐈',
  'e-mail',
  '#cats',
  '#猫',
  'https://example.org/a-cat',
]

export const WORD_TEXT: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 5 })
  .map((words) => words.join(' '))
