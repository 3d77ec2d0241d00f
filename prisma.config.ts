import { defineConfig } from 'prisma/config';

// The database's place is our own setting (DATA_DIR); the CLI only generates the client from the schema.
export default defineConfig({
  schema: 'prisma/schema',
  datasource: { url: 'file:./data/app.db' },
});
