/**
 * Keeps a server running and replaces it by a new one at each `reload`.
 *
 * `launch` starts a server. Its `address` resolves once it serves and rejects when it has ended; its `stop` ends it and
 * waits for that.
 */
export function reloadingServer(launch) {
  let current = launch();
  let reloading;
  let stopped = false;

  const isReplaced = (server) => reloading !== undefined || server !== current;

  return {
    /** Replaces the server by a new one. A call while the old one stops joins that reload. */
    reload() {
      reloading ??= current.stop().then(() => {
        reloading = undefined;
        if (!stopped) current = launch();
      });
      return reloading;
    },

    /**
     * Returns the address of the server; during a reload it waits for the new one.
     * @throws the reason why the server does not serve
     */
    async address() {
      for (;;) {
        await reloading;
        const server = current;
        try {
          const address = await server.address();
          if (!isReplaced(server)) return address;
        } catch (error) {
          if (!isReplaced(server)) throw error;
        }
      }
    },

    /** Stops the server for good. */
    async stop() {
      stopped = true;
      await reloading;
      await current.stop();
    },
  };
}
