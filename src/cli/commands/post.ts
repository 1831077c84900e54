/** `aviary post …`: shows and moderates posts. */
import { Command } from 'commander'
import type { Post } from '../../domain/posts/post.ts'
import { requirePost, versionsOf } from '../../domain/posts/read/find-posts.ts'
import { changePostState } from '../../domain/posts/state/change-post-state.ts'
import { deletePost } from '../../domain/posts/write/delete-post.ts'
import { pinPost, unpinPost } from '../../domain/posts/write/pin-post.ts'
import type { PostAction } from '../../log/event.ts'
import type { Runtime } from '../../runtime.ts'
import type { Streams } from '../output.ts'
import { existingDataAction, standardCommand, UsageError } from '../run.ts'

const ACTIONS: Record<PostAction, string> = {
  drop: 'Hide a post from everybody; it can be restored with undrop.',
  undrop: 'Show a dropped post again.',
  withhold: 'Hide a post in some countries.',
  unwithhold: 'Show a withheld post in all countries again.',
}

/** The actor that events name when a command of the command line changed something. */
export const OPERATOR = 'operator'

interface Options extends Record<string, unknown> {
  readonly reason?: string
  readonly countries?: string
  readonly text?: string
}

type Exit = (code: number) => void

export function postCommand(streams: Streams, exit: Exit): Command {
  const post = new Command('post').description('Show and moderate posts.')
  for (const [name, description] of Object.entries(ACTIONS) as [PostAction, string][]) {
    post.addCommand(stateCommand(name, description, streams, exit))
  }
  post.addCommand(deleteCommand(streams, exit))
  post.addCommand(editCommand(streams, exit))
  for (const isPinned of [true, false]) post.addCommand(pinCommand(isPinned, streams, exit))
  post.addCommand(showCommand(streams, exit))
  return post
}

function stateCommand(action: PostAction, description: string, streams: Streams, exit: Exit): Command {
  const command = reasoned(action, description)
  if (action === 'withhold') {
    command.requiredOption(
      '--countries <CODES>',
      'Two-letter country codes, such as DE,FR; XX for all, XY for all after a complaint about copyright',
    )
  }
  return command.action(
    existingDataAction<Options, [string]>(
      streams,
      exit,
      async (runtime, { output }, { reason, countries }, id) => {
        const changed = await changePostState(runtime.context, {
          postId: postIdOf(id),
          action,
          countries: countries?.split(',') ?? [],
          actor: OPERATOR,
          ...(reason === undefined ? {} : { reason }),
        })
        output.result(await shown(runtime, changed), [`${changed.id}: ${action} done.`])
      },
    ),
  )
}

function deleteCommand(streams: Streams, exit: Exit): Command {
  return reasoned('delete', 'Delete all versions of a post. This cannot be undone.').action(
    existingDataAction<Options, [string]>(streams, exit, async ({ context }, { output }, { reason }, id) => {
      const { id: post, authorId } = await deletePost(context, {
        postId: postIdOf(id),
        reason,
        actor: OPERATOR,
      })
      output.result({ id: post, author_id: authorId, deleted: true }, [`${post}: deleted.`])
    }),
  )
}

function editCommand(streams: Streams, exit: Exit): Command {
  return reasoned('edit', 'Edit a post: creates a new version with a new text.')
    .requiredOption('--text <TEXT>', 'The new text')
    .action(
      existingDataAction<Options, [string]>(
        streams,
        exit,
        async (runtime, { output }, { text = '', reason }, id) => {
          // This import is dynamic, because the module for parsing texts is large and other commands do not need it.
          const { editPost } = await import('../../domain/posts/write/edit-post.ts')
          const edited = await editPost(runtime.context, {
            postId: postIdOf(id),
            text,
            reason,
            actor: OPERATOR,
          })
          output.result(await shown(runtime, edited), [
            `${edited.id} is the newest version of ${edited.initialId}.`,
          ])
        },
      ),
    )
}

function pinCommand(isPinned: boolean, streams: Streams, exit: Exit): Command {
  const [name, description] = isPinned
    ? ['pin', 'Pin a post to the profile of its author, in place of the pinned one.']
    : ['unpin', 'Unpin a post.']
  return standardCommand(name, description)
    .argument('<id>', 'Id of the post, in any version')
    .action(
      existingDataAction<Options, [string]>(streams, exit, async ({ context }, { output }, _options, id) => {
        const { initialId, authorId } = await requirePost(context.store, postIdOf(id))
        const isChanged = isPinned
          ? await pinPost(context, { userId: authorId, postId: initialId })
          : await unpinPost(context, initialId)
        const done = isPinned ? 'pinned' : 'unpinned'
        output.result({ id: initialId, author_id: authorId, pinned: isPinned, changed: isChanged }, [
          isChanged ? `${initialId}: ${done}.` : `${initialId}: nothing to change.`,
        ])
      }),
    )
}

function showCommand(streams: Streams, exit: Exit): Command {
  return standardCommand('show', 'Show a post.')
    .argument('<id>', 'Id of the post, in any version')
    .action(
      existingDataAction<Options, [string]>(streams, exit, async (runtime, { output }, _options, id) => {
        const found = await shown(runtime, await requirePost(runtime.store, postIdOf(id)))
        output.result(
          found,
          Object.entries(found).map(([field, value]) => `${field}: ${String(value)}`),
        )
      }),
    )
}

function reasoned(name: string, description: string): Command {
  return standardCommand(name, description)
    .argument('<id>', 'Id of the post, in any version')
    .option('--reason <TEXT>', 'Reason, recorded in the event log')
}

/** Parses a post id. @throws {UsageError} */
export function postIdOf(text: string): bigint {
  if (!/^\d{1,18}$|^[1-8]\d{18}$/.test(text)) throw new UsageError(`${JSON.stringify(text)} is not a post id`)
  return BigInt(text)
}

/** The JSON form of a post. */
async function shown({ store }: Runtime, post: Post): Promise<Record<string, unknown>> {
  return {
    id: post.id,
    author_id: post.authorId,
    created_at: new Date(post.createdAt).toISOString(),
    text: post.content.text,
    versions: (await versionsOf(store, post.initialId)).map(String),
    in_reply_to_id: post.inReplyToPostId,
    quoted_id: post.quotedId,
    reposted_id: post.repostedId,
    dropped: post.droppedAt !== null,
    hidden: post.hiddenAt !== null,
    withheld_in_countries: post.withheldInCountries,
    repost_count: post.counts.retweets,
    quote_count: post.counts.quotes,
    reply_count: post.counts.replies,
    like_count: post.counts.likes,
  }
}
