var app = WebApplication.CreateSlimBuilder(args).Build();
var hellos = 0L;

// Text, unlike a returned string, states the Content-Length.
app.MapGet("/", () =>
{
    Interlocked.Increment(ref hellos);
    return TypedResults.Text("Hello, World!");
});

app.MapGet("/count", () => TypedResults.Text($"{Environment.ProcessId} {Interlocked.Read(ref hellos)}\n"));

var host = Environment.GetEnvironmentVariable("HOST");
var port = Environment.GetEnvironmentVariable("PORT");
app.Run($"http://{host}:{port}");
