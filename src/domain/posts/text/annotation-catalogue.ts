/** The default vocabulary: a few well-known names, so that posts get annotations without any setting. */
import type { VocabularyEntry } from './annotate.ts'

/** Domains of context annotations (spec/v2-objects.md#annotations). */
const DOMAINS = {
  sport: { id: '11', name: 'Sport', description: 'Kinds of sport, such as tennis and basketball' },
  place: { id: '13', name: 'Place', description: 'Cities and other named places of the world' },
  brand: { id: '47', name: 'Brand', description: 'Companies and the brands that they sell' },
  product: { id: '48', name: 'Product', description: 'Things that are made and sold under a name' },
  interest: {
    id: '66',
    name: 'Interests and Hobbies Category',
    description: 'What people spend their free time with',
  },
} as const

/** Ids of entities are permanent and depend on the order of this list, so add new names at the end. */
const NAMES: readonly (readonly [
  name: string,
  type: VocabularyEntry['type'],
  domain: keyof typeof DOMAINS,
  ...aliases: string[],
])[] = [
  ['Amsterdam', 'Place', 'place'],
  ['Bangkok', 'Place', 'place'],
  ['Barcelona', 'Place', 'place'],
  ['Beijing', 'Place', 'place', '北京'],
  ['Berlin', 'Place', 'place'],
  ['Buenos Aires', 'Place', 'place'],
  ['Cairo', 'Place', 'place', 'القاهرة'],
  ['Cape Town', 'Place', 'place'],
  ['Chicago', 'Place', 'place'],
  ['Istanbul', 'Place', 'place', 'İstanbul'],
  ['Jakarta', 'Place', 'place'],
  ['Lagos', 'Place', 'place'],
  ['London', 'Place', 'place', 'Londres'],
  ['Los Angeles', 'Place', 'place'],
  ['Madrid', 'Place', 'place'],
  ['Mexico City', 'Place', 'place', 'Ciudad de México'],
  ['Mumbai', 'Place', 'place'],
  ['Nairobi', 'Place', 'place'],
  ['New York City', 'Place', 'place', 'New York', 'NYC'],
  ['Paris', 'Place', 'place'],
  ['Rio de Janeiro', 'Place', 'place'],
  ['Rome', 'Place', 'place', 'Roma'],
  ['San Francisco', 'Place', 'place'],
  ['São Paulo', 'Place', 'place'],
  ['Seoul', 'Place', 'place', '서울'],
  ['Singapore', 'Place', 'place'],
  ['Sydney', 'Place', 'place'],
  ['Tokyo', 'Place', 'place', '東京'],
  ['Toronto', 'Place', 'place'],
  ['Vienna', 'Place', 'place', 'Wien'],
  ['Adidas', 'Organization', 'brand'],
  ['Amazon', 'Organization', 'brand'],
  ['Google', 'Organization', 'brand'],
  ['IKEA', 'Organization', 'brand'],
  ['Microsoft', 'Organization', 'brand'],
  ['Nike', 'Organization', 'brand'],
  ['Nintendo', 'Organization', 'brand'],
  ['Samsung', 'Organization', 'brand'],
  ['Sony', 'Organization', 'brand'],
  ['Toyota', 'Organization', 'brand'],
  ['iPhone', 'Product', 'product'],
  ['PlayStation', 'Product', 'product'],
  ['Xbox', 'Product', 'product'],
  ['Baseball', 'Other', 'sport'],
  ['Basketball', 'Other', 'sport'],
  ['Cricket', 'Other', 'sport'],
  ['Formula 1', 'Other', 'sport', 'Formula One'],
  ['Handball', 'Other', 'sport'],
  ['Rugby', 'Other', 'sport'],
  ['Tennis', 'Other', 'sport'],
  ['Gardening', 'Other', 'interest'],
  ['Photography', 'Other', 'interest'],
]

const FIRST_ID = 1_000

/** The description of an entity, by domain. */
const KINDS: Readonly<Record<keyof typeof DOMAINS, (name: string) => string>> = {
  sport: (name) => `The sport ${name}`,
  place: (name) => `The city of ${name}`,
  brand: (name) => `The company ${name}`,
  product: (name) => `The product ${name}`,
  interest: (name) => `The hobby ${name.toLowerCase()}`,
}

export const CATALOGUE: readonly VocabularyEntry[] = NAMES.map(([name, type, domain, ...aliases], index) => ({
  name,
  type,
  aliases,
  contexts: [
    {
      domain: DOMAINS[domain],
      entity: { id: String(FIRST_ID + index), name, description: KINDS[domain](name) },
    },
  ],
}))
