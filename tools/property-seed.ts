import fc from 'fast-check'

/**
 * Every run tries the same values, so that no change is held up by a failure that another one introduced. PROPERTY_SEED tries other values:
 * a number, or "random".
 */
const { PROPERTY_SEED = '20261122' } = process.env
if (PROPERTY_SEED !== 'random') fc.configureGlobal({ seed: Number(PROPERTY_SEED) })
