/**
 * Lists the test files that need a separate process in a run of the suite. All other files share a few
 * processes.
 */

/** The files, each with the reason. Each file measures or changes properties of its whole process. */
export const ALONE: Readonly<Record<string, string>> = {
  'src/streams/events/event-readers.test.ts': 'measures the heap, and changes flags of V8 for this',
  'test/http/compliance-stream.test.ts': 'measures the memory of the process',
  'test/http/hostile.test.ts': 'measures the heap, and changes flags of V8 for this',
  'test/http/post-stream-hostile.test.ts': 'measures the memory of the process',
}

/**
 * Files of {@link ALONE} whose tests that measure or change the process all belong to the slow part. In the fast part
 * they share a process, because a process of their own takes three seconds to load the server.
 */
export const ALONE_ONLY_IN_SLOW: ReadonlySet<string> = new Set([
  'test/http/compliance-stream.test.ts',
  'test/http/hostile.test.ts',
  'test/http/post-stream-hostile.test.ts',
])
