/** The graded programs. Each program does one thing as the documentation of its library shows it. */
import { join } from 'node:path'
import { folderOf } from '../support/installs.ts'

export interface GradedProgram {
  readonly title: string
  /** The program and its arguments, run in this folder. */
  readonly command: readonly [string, ...string[]]
}

const python = (install: 'tweepy' | 'twarc', ...words: readonly string[]) =>
  [join(folderOf(install), 'bin', 'python'), ...words] as const

export const PROGRAMS: readonly GradedProgram[] = [
  { title: 'tweepy 4.17.0, StreamingClient', command: python('tweepy', 'tweepy_stream.py') },
  { title: 'tweepy 4.17.0, Paginator', command: python('tweepy', 'tweepy_pages.py') },
  {
    title: 'twarc 2.14.0, twarc2 stream',
    command: [
      'sh',
      '-c',
      `exec "${join(folderOf('twarc'), 'bin', 'twarc2')}" --bearer-token "$GRADE_BEARER_TOKEN" stream`,
    ],
  },
  {
    title: 'twitter-api-v2, searchStream',
    command: [process.execPath, '--use-env-proxy', 'twitter-api-v2-stream.mjs'],
  },
  {
    title: 'twitter-api-v2, paginator',
    command: [process.execPath, '--use-env-proxy', 'twitter-api-v2-pages.mjs'],
  },
]
