import { testClusterContract } from '../../test/support/processes/cluster-contract.ts'

testClusterContract('postgres')
