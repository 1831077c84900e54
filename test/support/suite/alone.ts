/** Test files with a separate process in a run of the suite; all others share a few processes. */

/** Each with its reason: the file measures or changes something of its whole process. */
export const ALONE: Readonly<Record<string, string>> = {
  'src/streams/events/event-readers.test.ts': 'measures the heap, and changes flags of V8 for that',
  'test/http/compliance-stream.test.ts': 'measures how much memory the process takes',
  'test/http/hostile.test.ts': 'measures the heap, and changes flags of V8 for that',
  'test/http/post-stream-hostile.test.ts': 'measures how much memory the process takes',
}
