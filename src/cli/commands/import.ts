/** `aviary import …`. */
import type { Command } from 'commander'
import type { StoredKind } from '../../importers/items.ts'
import type { Streams } from '../output.ts'
import { standardCommand } from '../run.ts'
import { withArchiveFlags } from './import-archive.ts'
import { withEdgeFlags } from './import-edges.ts'
import {
  archiveAction,
  filesAction,
  withFileFlags,
  withLiveFlags,
  withReportFlags,
  withTableFlags,
} from './import-files.ts'

interface ImportEntry {
  readonly name: StoredKind
  /** A description of the content of the files, for the help text. */
  readonly description: string
  /** Adds the options that only this kind of import has. */
  readonly flags: (command: Command) => Command
}

const IMPORTS: readonly ImportEntry[] = [
  {
    name: 'users',
    description: 'Import users; existing users are updated',
    flags: (command) => command,
  },
  {
    name: 'posts',
    description: 'Import posts, with their authors and the posts they refer to',
    flags: (command) => withLiveFlags(withTableFlags(command)),
  },
  {
    name: 'follows',
    description:
      'Import follows: one "follower followee" per line, oldest first; also tables, SNAP, KONECT and MatrixMarket files, and lists of the followers or friends of one user',
    flags: withEdgeFlags,
  },
]

const FORMS =
  'Files are recognised by their content: JSON lines, lists and pages of v1.1 and v2, CSV tables, recorded streams, in gzip, bzip2, zstd, zip or tar'
const RESUMES = 'Run an interrupted import again to resume it'

export function importCommand(streams: Streams, exit: (code: number) => void): Command {
  const description = `Import data from files, folders and personal archives. ${FORMS}. ${RESUMES}.`
  const command = [withFileFlags, withTableFlags, withEdgeFlags, withArchiveFlags, withLiveFlags]
    .reduce((made, addFlags) => addFlags(made), standardCommand('import', description))
    .argument('<files...>', 'Files, folders, patterns such as "*.json.gz", or - for standard input')
    .action(filesAction(streams, exit))
  for (const { name, description, flags } of IMPORTS) {
    command.addCommand(
      flags(withFileFlags(standardCommand(name, `${description}. ${FORMS}. ${RESUMES}.`)))
        .argument('<files...>')
        .action(filesAction(streams, exit, name)),
    )
  }
  return command.addCommand(archiveCommand(streams, exit))
}

function archiveCommand(streams: Streams, exit: (code: number) => void): Command {
  const description =
    'Import the archive that a user downloads, a zip file or a directory, or several of one account: profile, posts, follows, likes and messages'
  return withArchiveFlags(withReportFlags(standardCommand('archive', `${description}. ${RESUMES}.`)))
    .argument('<files...>')
    .action(archiveAction(streams, exit))
}
