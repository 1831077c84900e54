import { testLogReaderContract } from '../../test/support/log-reader-contract.ts'

testLogReaderContract('sqlite')
