/** The actions that the state of a post allows, with their consequences. */
import { api, dataOf } from '../../../api/client.ts'
import { shellWord } from '../../../components/SameCommand.tsx'
import { MODERATION } from '../../../text/moderation.ts'
import type { PendingAction } from '../moderation/ModerationDialog.tsx'
import type { DeskPost } from '../moderation/post-columns.tsx'

const { actions: LABELS, effects: TEXT } = MODERATION

type PostAction = 'drop' | 'undrop' | 'withhold' | 'unwithhold' | 'delete'

/**
 * The action that edits a post. Reposts cannot be edited.
 * @param onEdited called with the id of the new version
 */
export function editAction(
  post: DeskPost,
  { streams }: PostReach,
  onEdited: (id: string) => void,
): PendingAction {
  return {
    label: LABELS.edit,
    effects: [TEXT.edited, TEXT.streams(streams)],
    input: { ...MODERATION.edit, initial: post.text, isLong: true },
    command: (reason, _countries, text) =>
      `aviary post edit ${post.latest_id} --text ${shellWord(text || 'TEXT')} --reason ${shellWord(reason || 'TEXT')}`,
    run: async (reason, _countries, text) => {
      const { id } = await dataOf(
        api.POST('/console/api/operator/posts/{post_id}/edit', {
          params: { path: { post_id: post.latest_id } },
          body: { text, reason },
        }),
      )
      onEdited(id)
    },
  }
}

/** Counts of users and posts that an action affects. */
export interface PostReach {
  readonly followers: number
  readonly streams: number
}

export function postActions(post: DeskPost, reach: PostReach): readonly PendingAction[] {
  const names: readonly PostAction[] = [
    post.dropped_at === null ? 'drop' : 'undrop',
    'withhold',
    ...(post.withheld_in_countries.length > 0 ? (['unwithhold'] as const) : []),
    'delete',
  ]
  return names.map((name) => actionOf(name, post, reach))
}

function actionOf(name: PostAction, post: DeskPost, reach: PostReach): PendingAction {
  return {
    label: LABELS[name],
    effects: effectsOf(name, post, reach),
    isFinal: name === 'delete',
    ...(name === 'withhold' ? { countries: post.withheld_in_countries } : {}),
    command: (reason, countries) =>
      [
        `aviary post ${name} ${post.initial_id}`,
        ...(name === 'withhold' ? [`--countries ${countries.join(',') || 'CODES'}`] : []),
        `--reason ${shellWord(reason || 'TEXT')}`,
      ].join(' '),
    run: (reason, countries) =>
      api.POST('/console/api/operator/posts/{post_id}/moderation', {
        params: { path: { post_id: post.initial_id } },
        body: {
          action: name,
          reason,
          version: post.version,
          ...(name === 'withhold' ? { countries: [...countries] } : {}),
        },
      }),
  }
}

function effectsOf(name: PostAction, post: DeskPost, { followers, streams }: PostReach): readonly string[] {
  const gone = [TEXT.followers(followers), TEXT.references(post.replies, post.reposts, post.quotes)]
  const own: Record<PostAction, readonly string[]> = {
    drop: [TEXT.postHidden, ...gone],
    undrop: [TEXT.postShown],
    withhold: [TEXT.withheld],
    unwithhold: [TEXT.shownEverywhere],
    delete: [TEXT.deleted, ...gone],
  }
  return [...own[name], TEXT.streams(streams)]
}
