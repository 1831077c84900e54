import { testAuthorizePage } from '../../../../test/support/oauth/oauth2-authorize.ts'

testAuthorizePage('/i/oauth2/authorize')
