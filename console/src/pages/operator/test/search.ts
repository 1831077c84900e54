/** The part of the test controls that is in the URL. */
export interface TestSearch {
  /** Id of the shown report about a graded client. */
  readonly grade?: string
}

export function readTestSearch({ grade }: Record<string, unknown>): TestSearch {
  const text = typeof grade === 'number' ? String(grade) : grade
  return typeof text === 'string' && text !== '' ? { grade: text } : {}
}
