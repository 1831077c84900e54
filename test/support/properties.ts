/**
 * Exports fast-check for tests: `import * as fc from '…/test/support/properties.ts'`. Properties have fewer
 * runs in the fast part of the suite than in the slow part (part.ts). On failure fast-check prints the seed;
 * `TEST_SEED=…` before the same command repeats the run.
 */
import fc from 'fast-check'
import { runsOf, seedOf } from './part.ts'

export * from 'fast-check'

/** fast-check's default number of runs. */
const DEFAULT_RUNS = 100

/**
 * Like `assert` of fast-check. A property with a seed of its own keeps its number of runs, because its runs
 * are a fixed list of examples.
 */
export function assert<Ts>(property: fc.IAsyncProperty<Ts>, parameters?: fc.Parameters<Ts>): Promise<void>
export function assert<Ts>(property: fc.IProperty<Ts>, parameters?: fc.Parameters<Ts>): void
export function assert<Ts>(
  property: fc.IRawProperty<Ts>,
  parameters: fc.Parameters<Ts> = {},
): Promise<void> | void {
  if (parameters.seed !== undefined) return fc.assert(property, parameters)
  const seed = seedOf()
  const numRuns = runsOf(parameters.numRuns ?? DEFAULT_RUNS)
  return fc.assert(property, { ...parameters, numRuns, ...(seed === undefined ? {} : { seed }) })
}

const FIRST_SURROGATE = 0xd8_00
const SURROGATES = 0x8_00
const LAST_CODE_POINT = 0x10_ff_ff

/**
 * Characters of all planes. This code replaces the table of characters in fast-check, which takes a second
 * and 200 MB.
 */
const ANY_CHARACTER = fc.nat(LAST_CODE_POINT - SURROGATES).map(
  (place) => String.fromCodePoint(place < FIRST_SURROGATE ? place : place + SURROGATES),
  (text) => {
    const code = typeof text === 'string' ? text.codePointAt(0) : undefined
    if (code === undefined || text !== String.fromCodePoint(code)) throw new Error('not one character')
    return code < FIRST_SURROGATE ? code : code - SURROGATES
  },
)

/** Like `string` of fast-check, without the table of characters. */
export function string(constraints: fc.StringConstraints = {}): fc.Arbitrary<string> {
  return fc.string(constraints.unit === 'binary' ? { ...constraints, unit: ANY_CHARACTER } : constraints)
}

/** A piece of a path or a query: letters, digits, marks, and escapes of any character. */
const PIECE = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(..."abcxyzABCXYZ0123456789-._~!$&'()*+,;=:@") },
      { weight: 1, arbitrary: ANY_CHARACTER.map((character) => encodeURIComponent(character)) },
    ),
  )
  .map((characters) => characters.join(''))

/** Like `webPath` of fast-check, without the table of characters. */
export function webPath(): fc.Arbitrary<string> {
  return fc.array(PIECE).map((pieces) => pieces.map((piece) => `/${piece}`).join(''))
}

/** Like `webUrl` of fast-check, without the table of characters. */
export function webUrl({ withQueryParameters = false }: fc.WebUrlConstraints = {}): fc.Arbitrary<string> {
  const query = withQueryParameters ? fc.option(PIECE, { nil: undefined }) : fc.constant(undefined)
  return fc
    .tuple(fc.constantFrom('http', 'https'), fc.domain(), webPath(), query)
    .map(
      ([scheme, domain, path, search]) =>
        `${scheme}://${domain}${path}${search === undefined ? '' : `?${search}`}`,
    )
}
