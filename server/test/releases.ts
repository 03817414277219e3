/**
 * The numbered releases, oldest first: the commit of each, and the last migration that had landed by then (`db/migrate.ts`). The
 * program of the last one must run beside the tables of this version (OP-4).
 */
export const releases = [
  { version: '0.1.0', commit: 'f67c3e655b60091967063d4d50b37e6ce882c154', lastLanded: '0154-provisioning' },
] as const
