import { testLogReaderContract } from '../../test/support/databases/log-reader-contract.ts'

testLogReaderContract('sqlite')
