/** GET help/languages: the languages that a client may show (spec/v1-streams-and-lists.md#help). */
import { Type } from 'typebox'
import { v11Endpoint } from '../_family.ts'

const LANGUAGES = Type.Array(
  Type.Object(
    {
      code: Type.String({ description: 'BCP 47 tag in lower case.' }),
      name: Type.String({ description: 'In English.' }),
      status: Type.Literal('production'),
    },
    { title: 'HelpLanguage' },
  ),
)

const NAMES: Readonly<Record<string, string>> = {
  ar: 'Arabic',
  bg: 'Bulgarian',
  bn: 'Bengali',
  ca: 'Catalan',
  cs: 'Czech',
  da: 'Danish',
  de: 'German',
  el: 'Greek',
  en: 'English',
  'en-gb': 'British English',
  es: 'Spanish',
  eu: 'Basque',
  fa: 'Persian',
  fi: 'Finnish',
  fil: 'Filipino',
  fr: 'French',
  ga: 'Irish',
  gl: 'Galician',
  gu: 'Gujarati',
  he: 'Hebrew',
  hi: 'Hindi',
  hr: 'Croatian',
  hu: 'Hungarian',
  id: 'Indonesian',
  it: 'Italian',
  ja: 'Japanese',
  kn: 'Kannada',
  ko: 'Korean',
  mr: 'Marathi',
  msa: 'Malay',
  nl: 'Dutch',
  no: 'Norwegian',
  pl: 'Polish',
  pt: 'Portuguese',
  ro: 'Romanian',
  ru: 'Russian',
  sk: 'Slovak',
  sr: 'Serbian',
  sv: 'Swedish',
  ta: 'Tamil',
  th: 'Thai',
  tr: 'Turkish',
  uk: 'Ukrainian',
  ur: 'Urdu',
  vi: 'Vietnamese',
  'zh-cn': 'Simplified Chinese',
  'zh-tw': 'Traditional Chinese',
}

const BODY = JSON.stringify(
  Object.entries(NAMES).map(([code, name]) => ({ code, name, status: 'production' })),
)

export const helpLanguages = v11Endpoint({
  paths: ['/1.1/help/languages.json'],
  summary: 'The languages of this network, with their codes.',
  params: {},
  answers: [{ schema: LANGUAGES }],
  async handle() {
    return { status: 200, body: BODY }
  },
})
