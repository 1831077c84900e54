/** Generates realistic and arbitrary texts for property tests. */
import * as fc from './properties.ts'

/** Words of eleven scripts, some with combining marks or in right-to-left order. */
const WORDS = [
  'Straße',
  'café',
  'cafe\u0301',
  'подходы',
  'Ελλάδα',
  'שלום',
  'السلام',
  'नमस्ते',
  'สวัสดี',
  '日本語',
  'カタカナ',
  '한국어',
  'გამარჯობა',
]

const SIGNS = [
  ...[
    ' ',
    '\n',
    '\t',
    '\r\n',
    '\u3000',
    '.',
    ',',
    '-',
    '_',
    '/',
    ':',
    '(',
    ')',
    '?',
    '!',
    '&',
    '<',
    '>',
    '&amp;',
    '"',
  ],
  ...[
    '\u0000',
    '\u200b',
    '\u200d',
    '\ufe0f',
    '\u20e3',
    '\u202a',
    '\ufeff',
    '\uffff',
    '…',
    '“',
    '’',
    '©',
    '™',
    '❤',
    '1',
  ],
]

const ENTITIES = [
  ...[
    '@name',
    '＠name',
    '@a_very_long_name_that_nobody_has',
    '@name/list',
    'RT @name:',
    'via @name',
    '.@name',
    '@',
  ],
  ...[
    '#tag',
    '＃tag',
    '#1',
    '#1tag',
    '#日本語',
    '#tag_1',
    '#',
    '$TWTR',
    '$twtr.x',
    '$',
    '@name@name',
    '#a#b',
  ],
  ...[
    'https://t.co/Abcdef1234',
    'http://example.com',
    'example.com',
    'example.com/a(b)c?d=e#f',
    'me@example.com',
  ],
  ...[
    'https://日本.jp/',
    'http://ex.com/é',
    'foo.zip',
    'xn--ls8h.la',
    'https://',
    'http://a_b.com',
    'www.example.org.',
  ],
]

const EMOJI = ['🥱', '👨‍👩‍👧‍👦', '🏳️‍🌈', '🇩🇪', '🇩', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '1️⃣', '#⃣', '🐕‍🦺', '🫱🏻‍🫲🏿', '👍🏽', '❤️‍🔥']

const word = fc.constantFrom(...WORDS, ...SIGNS, ...ENTITIES, ...EMOJI)
const codeUnits = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 4 })
  .map((units) => String.fromCharCode(...units))

/** Any string: words, entities and emoji, code points of all planes, lone surrogates. */
export const anyText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: word },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
      { weight: 1, arbitrary: codeUnits },
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''))
