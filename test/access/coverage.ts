/** Whether a row asks its endpoint in every way in which it can be asked. */
import { NAMING_PARAMETERS, type Row } from './rows.ts'
import { TARGETS } from './targets.ts'
import type { Person } from './world.ts'

/** The endpoint as it is declared. */
export interface Declared {
  readonly paths: readonly string[]
  /** Names of parameters. */
  readonly params: readonly string[]
}

/** Paths, and parameters that name somebody, that no way of the row uses. */
export function unusedBy({ ways }: Row, { paths, params }: Declared): string[] {
  const asked = ways.map((way) => new URL(way.url(paths[0] ?? '', SAMPLE, BYSTANDERS), 'http://localhost'))
  const patterns = paths.map(
    (path) => [path, new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/.]+')}$`)] as const,
  )
  const names = params.filter((name) => NAMING_PARAMETERS.includes(name))
  return [
    ...patterns
      .filter(([, pattern]) => !asked.some(({ pathname }) => pattern.test(pathname)))
      .map(([path]) => path),
    ...names.filter((name) => !asked.some(({ searchParams }) => searchParams.has(name))),
  ]
}

const SAMPLE: Person = {
  label: 'a sample',
  id: 5n,
  screenName: 'sample',
  name: 'Sample',
  standing: TARGETS.active,
}
const BYSTANDERS = { fan: SAMPLE, recluse: SAMPLE }
