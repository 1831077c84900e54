import {
  testLogReaderContract,
  testRelayReaderContract,
} from '../../test/support/databases/log-reader-contract.ts'

testLogReaderContract('postgres')
testRelayReaderContract()
