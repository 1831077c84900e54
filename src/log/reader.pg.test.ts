import { testLogReaderContract, testRelayReaderContract } from '../../test/support/log-reader-contract.ts'

testLogReaderContract('postgres')
testRelayReaderContract()
