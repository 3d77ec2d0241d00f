# Builds and runs Promptwell. One volume, /data, holds everything that lasts. See docs/self-hosting.md.
FROM node:24-bookworm-slim AS build
WORKDIR /app
# Packages first: they are installed again only when one of these files changes.
COPY package.json package-lock.json .npmrc ./
COPY packages/ai-providers/package.json packages/ai-providers/
COPY packages/baiql-cli/package.json packages/baiql-cli/
COPY packages/baiql-cli/bin packages/baiql-cli/bin
COPY packages/baiql-lang/package.json packages/baiql-lang/
COPY packages/baiql-runtime/package.json packages/baiql-runtime/
COPY packages/better-sqlite3/package.json packages/better-sqlite3/
COPY packages/documents/package.json packages/documents/
COPY packages/text/package.json packages/text/
RUN npm ci --ignore-scripts
COPY . .
# What the server needs is a fifth of what the build needs.
RUN npm run build && npm run copy:runtime -- /runtime

FROM node:24-bookworm-slim
# Two memory arenas instead of eight a core, and large pieces beside them: what the server no longer uses goes back to
# the machine.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build --chown=root:root /runtime /app
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
# Requests in progress are finished and charged first: give a stop 40 seconds (docker stop -t 40, or compose.yaml).
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "build/host/index.js"]
