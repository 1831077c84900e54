import { choiceSuite } from '../../../../test/support/lists/choice-suite.ts'
import { listsOfUserSuite } from '../../../../test/support/lists/page-suites.ts'

listsOfUserSuite('followed_lists')
choiceSuite('followed_lists', 'following')
