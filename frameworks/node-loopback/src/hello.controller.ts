import {get} from '@loopback/rest';

let hellos = 0;

const plainText = {
  responses: {
    '200': {
      description: 'A line of text',
      content: {'text/plain': {schema: {type: 'string'}}},
    },
  },
};

export class HelloController {
  @get('/', plainText)
  hello(): string {
    hellos += 1;
    return 'Hello, World!';
  }

  @get('/count', plainText)
  count(): string {
    return `${process.pid} ${hellos}\n`;
  }
}
