import { config } from 'zod';

/*
 * Imported first by pages that are served under the app's content security policy: the schemas that
 * the fake main process brings along must not try whether text may be made into functions, because
 * the policy refuses and reports it. The window itself holds no schemas.
 */
config({ jitless: true });
