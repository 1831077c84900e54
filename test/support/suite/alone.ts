/** Test files that get a process of their own in a run of the whole suite; all others share a few. */

/** Each with its reason. A file belongs here when it measures or changes something of its whole process. */
export const ALONE: Readonly<Record<string, string>> = {
  'test/http/compliance-stream.test.ts': 'measures how much memory the process takes',
  'test/http/hostile.test.ts': 'measures the heap, and changes flags of V8 for that',
  'test/http/post-stream-hostile.test.ts': 'measures how much memory the process takes',
}
