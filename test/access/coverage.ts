/** Checks that a row uses all paths and parameters of its endpoint. */
import { NAMING_PARAMETERS, type Row } from './rows.ts'
import { TARGETS } from './targets.ts'
import type { Person } from './world.ts'

/** The declaration of an endpoint. */
export interface Declared {
  readonly paths: readonly string[]
  /** Names of parameters. */
  readonly params: readonly string[]
}

/** Paths that the row does not use, and unused parameters that name users. */
export function unusedBy({ ways }: Row, { paths, params }: Declared): string[] {
  const urls = ways.map((way) => new URL(way.url(paths[0] ?? '', SAMPLE, BYSTANDERS), 'http://localhost'))
  const patterns = paths.map(
    (path) => [path, new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/.]+')}$`)] as const,
  )
  const names = params.filter((name) => NAMING_PARAMETERS.includes(name))
  return [
    ...patterns
      .filter(([, pattern]) => !urls.some(({ pathname }) => pattern.test(pathname)))
      .map(([path]) => path),
    ...names.filter((name) => !urls.some(({ searchParams }) => searchParams.has(name))),
  ]
}

const SAMPLE: Person = {
  label: 'a sample',
  id: 5n,
  screenName: 'sample',
  name: 'Sample',
  userState: TARGETS.active,
}
const BYSTANDERS = { fan: SAMPLE, recluse: SAMPLE }
