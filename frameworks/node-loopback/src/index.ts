import {RestApplication} from '@loopback/rest';

import {HelloController} from './hello.controller';

async function main(): Promise<void> {
  const app = new RestApplication({
    rest: {
      host: process.env.HOST,
      port: Number(process.env.PORT),
      // Without it a stop waits for idle keep-alive connections.
      gracePeriodForClose: 5000,
      openApiSpec: {disabled: true},
      apiExplorer: {disabled: true},
    },
  });
  app.controller(HelloController);
  await app.start();
}

main().catch(error => {
  console.error(error);
  process.exit(1);
});
