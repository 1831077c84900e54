/** The expected results of the programs in Go and Java. */
import { byFirst, first, idsOf } from '../support/facts.ts'
import type { Network } from '../support/network.ts'

/** Results by name. */
export type Results = Record<string, unknown>

/** Expected results of the programs in Go and Java, as the JSON encoder of each language writes them. */
export function expected(network: Network): Results {
  const { ada, star, starFollowers, thread, bob } = network
  return {
    'user timeline': idsOf(byFirst(network)),
    'home timeline': [thread.reposts[1], thread.quotes[1]?.id, thread.replies[1]?.id, thread.root.id],
    'mention timeline': [thread.replies[0]?.id],
    search: idsOf(byFirst(network)),
    show: thread.root.text,
    lookup: [thread.root.id],
    retweets: thread.reposts,
    favorite: true,
    unfavorite: false,
    destroy: true,
    'verify credentials': ada.name,
    user: star.id,
    users: [ada.name, star.name],
    friends: [bob.name],
    followers: starFollowers.length,
    friendship: false,
    'rate limits': 900,
    'list members': [first(network)],
    'list timeline': idsOf(byFirst(network)).slice(0, 3),
    'list destroyed': true,
    'trends available': 1,
    trends: 1,
  }
}

/** The expected results of go/more.go. */
export function expectedMore(network: Network): Results {
  const { ada, bob, cy, star, thread } = network
  return {
    block: star.name,
    unblock: star.name,
    follow: star.name,
    connections: ['following'],
    'friend ids': 2,
    unfollow: star.name,
    'follower names': [cy.name, bob.name],
    outgoing: 0,
    incoming: 0,
    profile: 'Go',
    'found users': [first(network)],
    favorites: [thread.root.id],
    retweeters: thread.reposters,
    repost: true,
    'reposts of me': true,
    'undo repost': true,
    'closest trends': 1,
    'changed list': 'changed in Go',
    member: star.name,
    memberships: ['Go again'],
    'members left': 0,
    'subscribed list': 'Go again',
    subscribers: [ada.name],
    subscriber: ada.name,
    subscriptions: ['Go again'],
    ownerships: ['Go again'],
    lists: ['Go again'],
    messages: 1,
    'embedded author': bob.name,
    'legacy messages': 251,
    'premium search': 34,
  }
}

/** The expected results of go-v2/more.go. */
export function expectedMoreV2(network: Network): Results {
  const { ada, bob, cy, thread, blocked } = network
  return {
    'user by id': [ada.name],
    archive: true,
    'archive counts': true,
    following: [bob.name],
    followers: [cy.name, bob.name],
    mentions: [thread.replies[0]?.id],
    likes: [thread.root.id],
    'space errors': 1,
    'posts of space': 0,
    'no spaces': true,
    'no spaces of users': true,
    'home timeline': true,
    block: true,
    blocks: [first(network), blocked.name],
    unblock: false,
    mutes: [first(network)],
    unfollow: false,
    'change list': true,
    'posts of list': idsOf(byFirst(network)).slice(0, 3),
    memberships: ['Go again'],
    'remove member': false,
    'follow list': true,
    'followers of list': [ada.name],
    'followed lists': ['Go again'],
    'unfollow list': false,
    'pinned lists': ['Go again'],
    unpin: false,
    'own lists': ['Go again'],
    rules: 1,
    'rules deleted by value': 1,
    job: 'go',
    'same job': true,
    jobs: true,
  }
}

/** The expected results of relations, reposts and lists in java/Client.java. */
export function expectedMoreJava(network: Network): Results {
  const { ada, bob, cy, star, thread } = network
  const lists = ['Java again']
  return {
    'newest message': 'hello from Java',
    block: star.name,
    'blocked ids': 2,
    unblock: star.name,
    mute: star.name,
    mutes: [star.name],
    'muted ids': 1,
    unmute: star.name,
    follow: star.name,
    following: true,
    'friend ids': 2,
    'changed friendship': true,
    'without reposts': 1,
    unfollow: star.name,
    'follower names': [cy.name, bob.name],
    outgoing: 0,
    incoming: 0,
    profile: 'Java',
    settings: ada.name,
    'found user': first(network),
    favorites: [thread.root.id],
    retweeters: thread.reposters,
    repost: true,
    'reposts of me': true,
    'undo repost': true,
    'embedded author': bob.name,
    'closest trends': 1,
    'changed list': 'changed in Java',
    member: star.name,
    memberships: lists,
    'members left': 0,
    'subscribed list': 'Java again',
    subscribers: [ada.name],
    subscriber: ada.name,
    subscriptions: lists,
    ownerships: lists,
    lists,
  }
}
