import { testClusterContract } from '../../test/support/cluster-contract.ts'

testClusterContract('sqlite')
