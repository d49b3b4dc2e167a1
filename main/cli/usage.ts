/** The environment variable that the client secret comes in; argv would show it to every user. */
export const secretVariable = 'WAYBELL_CLIENT_SECRET';

/** What `waybell --help` says. */
export const usage = `Usage: waybell watch [options] [UUID|FILE|-]...
       waybell export | import | doctor [options]
       waybell watch | export | import | doctor --help
       waybell --version

Watches delivery orders without a window and prints what changes.
`;

/** What `waybell watch --help` says. */
export const watchUsage = `Usage: waybell watch [options] [UUID|FILE|-]...

Watches the named orders, or with a profile those it watches already. Uuids are
looked for in the text of FILE, and of standard input for -; words beside a
uuid become its label.

  --base-url URL         the delivery service; default: the profile's
  --client-id ID         the client ID; default: the profile's
  --interval SECONDS     check an order on the way this often, 1 to 600
  --max-rate PER_MINUTE  send at most this many requests a minute, 6 to 6000
  --profile DIR          keep the state here, so that a restart goes on where
                         the last run ended; without it nothing is written
  --webhook-port PORT    receive webhooks on this computer, 0 chooses a port; the
                         address is printed on standard error
  --json                 print one JSON object per line
  --show-phones          print phone numbers whole; they are masked otherwise
  --once                 check every order once, then end
  --until-done           end when every order is completed, failed or cancelled

The client secret comes in ${secretVariable} or from the keychain.

Exit codes: 0 as asked; 1 not all could be printed; 2 usage; 3 credentials
refused; 4 service unreachable (--once); 5 some orders not found (--once);
130 interrupted.
`;
