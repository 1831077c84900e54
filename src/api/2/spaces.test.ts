import { missingSpace, spaceSuite } from '../../../test/support/v2-lookup/spaces.ts'

const FIELDS = 'space.fields=title,state&topic.fields=name&expansions=host_ids&user.fields=verified'

spaceSuite({
  good: ['/spaces?ids=1abc,2', `/spaces?ids=1abc,2,1abc&${FIELDS}`],
  body: { errors: ['1abc', '2'].map((id) => missingSpace('ids', id)) },
  bad: [
    '/spaces',
    '/spaces?ids=a-b',
    '/spaces?ids=12345678901234',
    '/spaces?ids=1&space.fields=x',
    '/spaces?ids=1&a=1',
  ],
})

spaceSuite({
  good: ['/spaces/1abc', `/spaces/1abc?${FIELDS}`],
  body: { errors: [missingSpace('id', '1abc')] },
  bad: ['/spaces/a-b', '/spaces/1?id=2', '/spaces/1?expansions=x'],
})
