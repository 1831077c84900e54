/** The part of the test controls that the URL names. */
export interface TestSearch {
  /** The report of a graded client that is shown with its trials. */
  readonly grade?: string
}

export function readTestSearch({ grade }: Record<string, unknown>): TestSearch {
  const text = typeof grade === 'number' ? String(grade) : grade
  return typeof text === 'string' && text !== '' ? { grade: text } : {}
}
