import { describeLedger } from '../testing/ledger-suite';
import { SqliteHarness } from '../testing/sqlite-harness';

describeLedger('the ledger on SQLite', () => new SqliteHarness());
