import { testAuthorizePage } from '../../../../test/support/oauth2-authorize.ts'

testAuthorizePage('/i/oauth2/authorize')
