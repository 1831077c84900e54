/** The actions that the state of a user allows, with their consequences. */
import { api, dataOf } from '../../../api/client.ts'
import type { components } from '../../../api/schema.d.ts'
import { shellWord } from '../../../components/SameCommand.tsx'
import { MODERATION } from '../../../text/moderation.ts'
import type { PendingAction } from '../moderation/ModerationDialog.tsx'

type DeskUser = components['schemas']['ConsoleDeskUser']

/** Counts of objects that an action affects. */
export interface Reach {
  readonly tokens: number
  readonly subscriptions: number
  readonly streams: number
}

const { actions: LABELS, effects: TEXT } = MODERATION

type UserAction =
  | 'protect'
  | 'unprotect'
  | 'suspend'
  | 'unsuspend'
  | 'deactivate'
  | 'reactivate'
  | 'withhold'
  | 'unwithhold'

export function userActions(user: DeskUser, reach: Reach): readonly PendingAction[] {
  const isWithheld = user.withheld_in_countries.length > 0
  const names: readonly UserAction[] = [
    user.suspended_at === null ? 'suspend' : 'unsuspend',
    'withhold',
    ...(isWithheld ? (['unwithhold'] as const) : []),
    user.is_protected ? 'unprotect' : 'protect',
    ...(user.is_gone
      ? []
      : [user.deactivated_at === null ? ('deactivate' as const) : ('reactivate' as const)]),
  ]
  return names.map((name) => actionOf(name, user, reach))
}

/** The action that deletes the locations of posts, up to a post that the operator names. */
export function locationsAction(user: DeskUser, reach: Reach): PendingAction {
  return {
    label: LABELS.eraseLocations,
    effects: [TEXT.locationsErased, ...noticesOf(reach)],
    isFinal: true,
    input: { ...MODERATION.locations, initial: '' },
    command: (reason, _countries, id) =>
      `aviary user scrub-geo ${user.username} --up-to ${shellWord(id || 'ID')} --reason ${shellWord(reason || 'TEXT')}`,
    run: (reason, _countries, id) =>
      dataOf(
        api.DELETE('/console/api/operator/users/{user_id}/locations', {
          params: { path: { user_id: user.id } },
          body: { up_to_id: id, reason },
        }),
      ),
  }
}

function actionOf(name: UserAction, user: DeskUser, reach: Reach): PendingAction {
  return {
    label: LABELS[name],
    effects: effectsOf(name, user, reach),
    ...(name === 'withhold' ? { countries: user.withheld_in_countries } : {}),
    command: (reason, countries) =>
      [
        `aviary user ${name} ${user.username}`,
        ...(name === 'withhold' ? [`--countries ${countries.join(',') || 'CODES'}`] : []),
        `--reason ${shellWord(reason || 'TEXT')}`,
      ].join(' '),
    run: (reason, countries) =>
      dataOf(
        api.POST('/console/api/operator/users/{user_id}/moderation', {
          params: { path: { user_id: user.id } },
          body: {
            action: name,
            reason,
            version: user.version,
            ...(name === 'withhold' ? { countries: [...countries] } : {}),
          },
        }),
      ),
  }
}

function noticesOf({ streams, subscriptions }: Reach): readonly string[] {
  return [TEXT.streams(streams), ...(subscriptions > 0 ? [TEXT.subscriptions(subscriptions)] : [])]
}

function effectsOf(name: UserAction, user: DeskUser, reach: Reach): readonly string[] {
  const notices = noticesOf(reach)
  const tokens = reach.tokens > 0 ? [TEXT.tokens(reach.tokens)] : []
  const tokensBack = reach.tokens > 0 ? [TEXT.tokensBack(reach.tokens)] : []
  const hidden = [TEXT.postsHidden(user.posts), TEXT.followersOfUser(user.followers), ...tokens]
  const shown = [TEXT.postsShown(user.posts), ...tokensBack]
  const own: Record<UserAction, readonly string[]> = {
    suspend: hidden,
    unsuspend: shown,
    deactivate: [...hidden, TEXT.erasedLater],
    reactivate: shown,
    protect: [TEXT.protectedPosts(user.followers)],
    unprotect: [TEXT.publicPosts],
    withhold: [TEXT.withheld],
    unwithhold: [TEXT.shownEverywhere],
  }
  return [...own[name], ...notices]
}
