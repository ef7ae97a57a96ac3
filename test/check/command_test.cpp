// Tests automap-check as a user runs it, on ends.c: the choice of the library, its options, and its reports about
// programs that do not reach MPI_Finalize.
#include "support/process.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace automap::test {
namespace {

const std::string command = AUTOMAP_CHECK, launch = AUTOMAP_LAUNCH, program = AUTOMAP_PROGRAM;

/// Returns "ends.c:12" for the line of the source that has "line: <name>".
std::string line(const std::string &name) {
  std::istringstream in(read_file(AUTOMAP_SOURCE));
  int number = 1;
  for (std::string text; std::getline(in, text); ++number)
    if (text.find("/* line: " + name + " */") != std::string::npos)
      return "ends.c:" + std::to_string(number);
  ADD_FAILURE() << "no line " << name;
  return "";
}

class Command : public testing::Test {
protected:
  /// Runs two ranks, with some options of the command.
  Finished run(const std::string &how, const std::string &options = "") const {
    return scratch_.run(command + " " + options + " " + launch + " 2 " + program + " " + how);
  }

  Scratch scratch_;
};

void expect_in_order(const std::string &text, const std::vector<std::string> &parts) {
  std::size_t from = 0;
  for (const std::string &part : parts) {
    const auto at = text.find(part, from);
    ASSERT_NE(at, std::string::npos) << "no «" << part << "», or not after the others, in:\n" << text;
    from = at + part.size();
  }
}

std::vector<std::string> mismatch() {
  return {"rank 1: type mismatch: MPI_Recv at " + line("receive") + " (collect)",
          "called from " + line("call") + " (exchange), from ends.c:",
          "(main)",
          "with rank 0, tag 7, MPI_COMM_WORLD",
          "received here: 4 x leaf(MPI_FLOAT)",
          "sent: 4 x leaf(MPI_INT), by MPI_Send at " + line("send") + " (exchange)",
          "first difference: element 0 is MPI_FLOAT here (item 0), MPI_INT there"};
}

std::vector<std::string> mismatch_and(const std::vector<std::string> &more) {
  auto out = mismatch();
  out.insert(out.end(), more.begin(), more.end());
  return out;
}

TEST_F(Command, HasAllItsOptionsInItsManual) {
  const std::string help = scratch_.run(command + " --help").out, manual = read_file(AUTOMAP_CHECK_MANUAL);
  int options = 0;
  for (std::size_t at = 0; (at = help.find("--", at)) != std::string::npos; ++options) {
    const std::size_t end = help.find_first_of("= ,\n", at);
    std::string option;
    for (const char c : help.substr(at, end - at))
      option += c == '-' ? std::string("\\-") : std::string(1, c);
    EXPECT_NE(manual.find(option), std::string::npos) << option;
    at = end;
  }
  EXPECT_GT(options, 9);
}

TEST_F(Command, TellsAllOfAMismatch) {
  const Finished finished = run("");
  EXPECT_EQ(finished.exit_code, 0);
  expect_in_order(finished.err, mismatch()); // the launcher may print the other rank's summary first
  expect_in_order(finished.err, {"automap-check: checked 1 message,", "1 x type mismatch"});
}

TEST_F(Command, TakesAnOptionsWordForALauncherThatDoesNotSayItsLibrary) {
  const std::size_t end = launch.find(' ');
  scratch_.write("mpiexec", "#!/bin/sh\n[ \"$1\" = --version ] || exec " + launch.substr(0, end) + " \"$@\"\n");
  ASSERT_EQ(scratch_.run("chmod +x mpiexec").exit_code, 0);
  const std::string arguments = " ./mpiexec" + launch.substr(end) + " 2 " + program;
  const Finished asked = scratch_.run(command + arguments);
  EXPECT_EQ(asked.exit_code, 2);
  const std::filesystem::path library = scratch_.run(command + " --print-library " + launch.substr(0, end)).out;
  const std::string option = "--mpi=" + library.parent_path().filename().string();
  EXPECT_NE(asked.err.find(option), std::string::npos) << asked.err;
  const Finished finished = scratch_.run(command + " " + option + arguments);
  EXPECT_EQ(finished.exit_code, 0);
  expect_in_order(finished.err, mismatch());
}

/// The sender's program is another one than the receiver's.
TEST_F(Command, NamesLinesOfAPartnersProgram) {
  std::filesystem::copy(program, scratch_ / "partner");
  const std::string number = launch.substr(launch.rfind(' ')); // the launcher's option for the number of ranks
  const Finished finished =
      scratch_.run(command + " " + launch + " 1 " + program + " one :" + number + " 1 ./partner one");
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  expect_in_order(finished.err, mismatch());
}

TEST_F(Command, LogsTheStack) {
  ASSERT_EQ(run("", "--log=log").exit_code, 0);
  std::istringstream in(scratch_.read("log.1"));
  std::string text;
  ASSERT_TRUE(std::getline(in, text));
  const auto json = nlohmann::json::parse(text);
  ASSERT_EQ(json.at("stack").size(), 3) << text;
  EXPECT_EQ(json["stack"][0]["function"], "collect");
  EXPECT_EQ(json["stack"][1]["function"], "exchange");
  EXPECT_EQ(json["stack"][2]["function"], "main");
  EXPECT_EQ("ends.c:" + std::to_string(json["stack"][1]["line"].get<int>()), line("call"));
}

TEST_F(Command, TellsBeforeExit) {
  const Finished finished = run("exit", "--log=log");
  expect_in_order(finished.err, mismatch());
  expect_in_order(finished.err,
                  {"rank 1: has not called MPI_Finalize yet; checked 1 message,", "1 x type mismatch"});
  expect_in_order(scratch_.read("log.1"),
                  {"\"type mismatch\"", "\"summary\"", "\"end\":\"has not called MPI_Finalize yet\""});
}

TEST_F(Command, KnowsThatAnExitHandlerMayFinalize) {
  const Finished finished = run("handler", "--log=log");
  EXPECT_EQ(finished.exit_code, 0);
  expect_in_order(finished.err, {"rank 1: type mismatch: MPI_Recv at " + line("receive") + " (collect)",
                                 "called from " + line("call") + " (exchange), from ends.c:"});
  expect_in_order(finished.err, {"automap-check: checked 1 message,", "1 x type mismatch"});
  EXPECT_EQ(finished.err.find("has not called MPI_Finalize"), std::string::npos) << finished.err;
  EXPECT_EQ(scratch_.read("log.1").find("\"end\""), std::string::npos);
}

/// A rank that reaches MPI_Finalize later than the others would wait for what a wrong program never sends.
TEST_F(Command, WaitsForALateRank) {
  const Finished finished =
      scratch_.run("AUTOMAP_CHECK_PATIENCE=50 " + command + " " + launch + " 2 " + program + " late");
  EXPECT_EQ(finished.exit_code, 0);
  expect_in_order(finished.err, {"rank 1: type mismatch: MPI_Recv at "});
  expect_in_order(finished.err, {"automap-check: checked 1 message,", "1 x type mismatch"});
}

TEST_F(Command, TellsBeforeAbort) {
  const Finished finished = run("abort");
  EXPECT_NE(finished.exit_code, 0);
  expect_in_order(finished.err,
                  mismatch_and({"rank 1: calls MPI_Abort at " + line("abort") + " (main); checked 1"}));
}

TEST_F(Command, TellsBeforeASignal) {
  const Finished finished = run("signal");
  EXPECT_NE(finished.exit_code, 0);
  expect_in_order(finished.err,
                  mismatch_and({"rank 1: ends by signal 6 after 1 checked messages", "1 x type mismatch"}));
}

/// The records of the messages before the signal may still have to travel.
TEST_F(Command, TellsOfTheMismatchThatLeadsToASignal) {
  const Finished finished = run("index");
  EXPECT_NE(finished.exit_code, 0);
  expect_in_order(finished.err, {"rank 1: type mismatch: MPI_Recv at " + line("receive index"),
                                 "sent: 1 x leaf(MPI_FLOAT), by MPI_Send at " + line("send index"),
                                 "rank 1: ends by signal 11 after 1001 checked messages", "1 x type mismatch"});
}

TEST_F(Command, TellsBeforeAStackOverflow) {
  expect_in_order(run("overflow").err,
                  mismatch_and({"rank 1: ends by signal 11 after 1 checked messages", "1 x type mismatch"}));
}

/// Looking up source lines takes more room than the program's stack may have.
TEST_F(Command, TellsOfAMismatchOnASmallStack) {
  for (const std::string bytes : {"32768", "1048576"}) {
    const Finished finished = run("fiber " + bytes);
    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    expect_in_order(finished.err, {"rank 1: type mismatch: MPI_Recv at " + line("receive") + " (collect)",
                                   "sent: 4 x leaf(MPI_INT), by MPI_Send at " + line("send")});
  }
}

/// MPI may end the program in the call, so what a rank sends to itself is compared before.
TEST_F(Command, TellsOfAMismatchWithItselfBeforeTheCall) {
  for (const std::string mode : {"", "--mode=abort"})
    expect_in_order(run("gather", mode).err,
                    {"rank 0: type mismatch: MPI_Gather at " + line("gather"), "with rank 0, MPI_COMM_WORLD",
                     "received here: 1 x leaf(MPI_DOUBLE)", "sent: 1 x leaf(MPI_INT)", " x type mismatch"});
}

/// The program is stopped as by Ctrl-C or by the time limit of a batch system.
TEST_F(Command, TellsWhereAProgramThatIsStoppedHasWaited) {
  const Finished finished = run("hang");
  EXPECT_NE(finished.exit_code, 0);
  expect_in_order(finished.err, {"rank 0: ends by signal 15 after 0 checked messages",
                                 "rank 0: waits within AM_Bcast at " + line("hangs by AutoMap") + " (hang)"});
  expect_in_order(finished.err, {"rank 1: ends by signal 15 after",
                                 "rank 1: waits within MPI_Recv at " + line("hangs") + " (hang)"});
}

/// Nobody stops the program.
TEST_F(Command, EndsAProgramThatHangs) {
  const std::vector<std::pair<std::string, std::string>> calls = {
      {"deadlock", "MPI_Recv"}, {"calls", "MPI_"}, {"vain", "MPI_"}, {"polled", "A"}};
  for (const auto &[name, call] : calls) {
    const Finished finished = run(name, "--hang=1");
    // 9: mpiexec tells of the rank that it has killed because the other one has ended.
    EXPECT_TRUE(finished.exit_code == 124 || finished.exit_code == 9) << finished.exit_code << finished.err;
    for (const std::string rank : {"rank 0", "rank 1"})
      expect_in_order(finished.err, {rank + ": --hang ends the program after 0 checked messages",
                                     rank + ": waits within " + call, " at ends.c:"});
  }
}

/// One rank computes for longer than --hang says, and the other one polls for short times.
TEST_F(Command, LetsAProgramComputeForLongerThanItMayHang) {
  const Finished finished = run("slow", "--hang=0.5");
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_EQ(finished.err.find("--hang"), std::string::npos) << finished.err;
}

TEST_F(Command, RefusesNoTimeToHang) {
  for (const std::string time : {"", "0", "x", "-1"})
    EXPECT_EQ(run("", "--hang=" + time).exit_code, 2);
}

/// The signal may arrive between the MPI calls with which such calls wait.
TEST_F(Command, TellsWhichCallOfAutoMapOrAutoLinkHasWaited) {
  for (int i = 0; i < 2; ++i) {
    const std::string text = run("polls").err;
    expect_in_order(text,
                    {"rank 0: ends by signal 15 after",
                     "rank 0: waits within AL_Recv at " + line("polls by AutoLink") + " (poll_in_vain)"});
    expect_in_order(text,
                    {"rank 1: ends by signal 15 after",
                     "rank 1: waits within AM_Send at " + line("polls by AutoMap") + " (poll_in_vain)"});
  }
}

TEST_F(Command, TellsWhichRankHasWaitedInFinalize) {
  const std::string text = run("finalize").err;
  expect_in_order(text, {"rank 0: ends by signal 15 after 0 checked messages",
                         "rank 0: waits within MPI_Finalize at " + line("finalize") + " (finalize_alone)"});
  expect_in_order(text,
                  {"rank 1: waits within MPI_Recv at " + line("receive in vain") + " (finalize_alone)"});
}

TEST_F(Command, TellsThatAProgramThatIsStoppedHasNotWaited) {
  const std::string text = run("compute").err;
  expect_in_order(text,
                  {"rank 0: ends by signal 15 after 0 checked messages", "rank 0: is outside of MPI\n"});
  expect_in_order(text, {"rank 1: is outside of MPI\n"});
}

/// Tries few messages, more than are looked at together, and more than fit in a group.
TEST_F(Command, TellsWhatHasArrivedWhileAProgramHangs) {
  for (const auto &[messages, signal] : {std::pair("3", "TERM"), {"100", "INT"}, {"1000", "TERM"}}) {
    const Finished finished = run("stuck " + std::string(messages) + " " + signal);
    EXPECT_NE(finished.exit_code, 0);
    expect_in_order(finished.err,
                    {"rank 1: type mismatch: MPI_Recv at " + line("receive wrongly"),
                     "sent: 4 x leaf(MPI_INT), by MPI_Send at " + line("send wrongly"),
                     "rank 1: ends by signal " + std::to_string(signal == std::string("INT") ? 2 : 15),
                     std::string(" after ") + messages + " checked messages",
                     messages + std::string(" x type mismatch\n"),
                     "rank 1: waits within MPI_Wait at " + line("stuck")});
  }
}

TEST_F(Command, SaysHowManyMessagesWereNotCompared) {
  expect_in_order(
      run("unrecorded").err,
      {"rank 1: calls MPI_Abort at " + line("abort") + " (main); checked 0 messages",
       "automap-check:   1 received but not compared yet; --mode=abort compares each message at once\n"});
}

/// The other rank, which has the records, itself waits in a collective call or for a message.
TEST_F(Command, TellsOfTheMismatchBeforeTheErrorThatItLeadsTo) {
  for (const std::string how : {"0 collective", "0 receive", "200 receive"}) {
    const Finished finished = run("misread " + how);
    EXPECT_NE(finished.exit_code, 0);
    expect_in_order(finished.err,
                    {"rank 1: type mismatch: MPI_Recv at " + line("receive length"),
                     "sent: 1 x leaf(MPI_DOUBLE), by MPI_Send at " + line("send length"),
                     "rank 1: truncation: MPI_Recv at " + line("receive data"),
                     "sent: 4 x leaf(MPI_INT), by MPI_Send at " + line("send data"),
                     "rank 1: an error of MPI in MPI_Recv at " + line("receive data"), "ends the program: "});
    EXPECT_EQ(finished.err.find("not compared"), std::string::npos) << finished.err;
  }
}

TEST_F(Command, TellsOfATruncationThatIsFatal) {
  const Finished finished = run("truncate");
  EXPECT_NE(finished.exit_code, 0);
  expect_in_order(
      finished.err,
      {"rank 1: type mismatch: MPI_Recv at " + line("receive") + " (collect)", // not hidden by the truncation
       "rank 1: truncation: MPI_Recv at " + line("receive") + " (collect)",
       "a message of 16 bytes for a buffer of 12", "received here: 3 x leaf(MPI_FLOAT)",
       "sent: 4 x leaf(MPI_INT), by MPI_Send at " + line("send"),
       "rank 1: an error of MPI in MPI_Recv at " + line("receive") + " (collect) ends the program: "});
}

/// MPICH treats such a message as too long.
TEST_F(Command, TellsOfAMessageThatEndsWithinAnElement) {
  for (const std::string mode : {"", "--mode=abort"}) {
    const Finished finished = run("structs", mode);
    expect_in_order(finished.err, {"rank 1: type mismatch: MPI_Recv at " + line("receive struct"),
                                   "received here: 1 x struc(2, <0, 8>, <leaf(MPI_INT), leaf(MPI_DOUBLE)>)",
                                   "sent: 2 x leaf(MPI_INT), by MPI_Send at " + line("send ints"),
                                   "first difference: element 1 is MPI_DOUBLE here", "checked 1 message,",
                                   "1 x type mismatch"});
    EXPECT_EQ(finished.err.find("not checked"), std::string::npos) << finished.err;
  }
}

/// Datatypes have the names that generated code gives them.
TEST_F(Command, NamesDatatypesThatHaveNames) {
  const std::string text = run("names").err;
  const std::string here = "received here: 1 x AutoMap_later = vec(3, 4, leaf(MPI_INT))\n";
  expect_in_order(text, {"MPI_Recv", here,
                         "sent: 1 x AutoMap_cell = struc(2, <0, 8>, <leaf(MPI_INT), leaf(MPI_DOUBLE)>), by"});
  expect_in_order(text, {"MPI_Bcast", here,
                         "sent: 1 x AutoMap_of_a_struct_whose_name_leaves_no_room_for_its_long_tree_in_a_"
                         "record, by MPI_Bcast at "});
}

TEST_F(Command, DoesNotPraiseWhatItHasNotChecked) {
  expect_in_order(run("unseen").err, {"1 not checked\nautomap-check: no errors found in what was checked\n"});
  const std::string failed = run("only_rank").err;
  expect_in_order(failed,
                  {"rank 1: an error of MPI in MPI_Send at " + line("rank") + " (main) ends the program: ",
                   "\nautomap-check: nothing else found in what was checked\n"});
  EXPECT_EQ(failed.find("no errors"), std::string::npos) << failed;
  const std::string ended = run("own_handler").err;
  expect_in_order(ended, {"rank 1: ends within MPI_Recv at " + line("fail") + " (fail); checked 0 messages",
                          "\nautomap-check: nothing else found in what was checked\n"});
  EXPECT_EQ(ended.find("no errors"), std::string::npos) << ended;
  expect_in_order(run("packed").err,
                  {"1 with MPI_PACKED\nautomap-check: no errors found in what was checked\n"});
}

TEST_F(Command, FindsNothingElseWhereOnlyTypesAreNotFreed) {
  expect_in_order(run("leak").err, {"2 x type never freed\nautomap-check: nothing else found\n"});
}

TEST_F(Command, AllowsAttributesToFreeInFinalize) {
  expect_in_order(run("attribute").err, {"\nautomap-check: no errors found\n"});
}

TEST_F(Command, SaysHowAnOptionTakesItsValue) {
  const Finished finished = run("", "--mode abort");
  EXPECT_EQ(finished.exit_code, 2);
  EXPECT_EQ(finished.err, "automap-check: the value follows '=': --mode=abort\n");
  EXPECT_EQ(scratch_.run(command + " --log").err,
            "automap-check: the value follows '=': --log=VALUE\n");
}

TEST_F(Command, LeavesAnErrorFatalAfterALongjmp) {
  const Finished finished = run("longjmp");
  EXPECT_NE(finished.exit_code, 0);
  expect_in_order(finished.err,
                  mismatch_and({"rank 1: an error of MPI in MPI_Send at " + line("rank") + " (main)"}));
}

TEST_F(Command, NamesTheCallThatFails) {
  expect_in_order(run("rank").err, mismatch_and({"rank 1: an error of MPI in MPI_Send at " + line("rank") +
                                                 " (main) ends the program: "}));
  expect_in_order(run("put").err,
                  {"rank 1: an error of MPI in MPI_Put at " + line("put") + " (put_to_nobody) ends the program: "});
  expect_in_order(run("communicator").err,
                  mismatch_and({" at " + line("communicator") + " (main) ends the program: "}));
}

/// MPICH holds its lock in this case while it calls error handlers.
TEST_F(Command, NamesTheCallThatFailsWhereThreadsMayCall) {
  const Finished finished = run("threads");
  EXPECT_NE(finished.exit_code, 0);
  expect_in_order(finished.err, mismatch_and({"rank 1: an error of MPI in MPI_Type_contiguous at " +
                                              line("f") + " (f) ends the program: "}));
  EXPECT_EQ(finished.err.find("Assertion failed"), std::string::npos) << finished.err;
}

/// Their internal MPI calls do not concern the user.
TEST_F(Command, NamesTheCallOfAutoMapOrAutoLinkThatFails) {
  expect_in_order(run("am_count").err, {"rank 1: an error in AM_Send at " + line("am_count") +
                                        " (main) ends the program: AM_Send: a count is negative; checked"});
  expect_in_order(run("am_rank").err,
                  {"rank 1: an error in AM_Recv at " + line("am_rank") + " (main) ends the program: "});
  expect_in_order(run("al_null").err, {"rank 1: an error in AL_Wait at " + line("al_null") +
                                       " (main) ends the program: AL_Wait: the request is NULL; checked"});
}

TEST_F(Command, EndsTheProgramAtTheFirstError) {
  const Finished finished = run("", "--mode=abort");
  EXPECT_NE(finished.exit_code, 0);
  expect_in_order(finished.err, mismatch_and({"rank 1: --mode=abort ends the program after MPI_Recv at " +
                                              line("receive")}));
}

TEST_F(Command, EndsTheProgramAfterACollectiveCall) {
  const std::vector<std::pair<std::string, std::string>> calls = {{"allgather", "different lengths: MPI_Allgather"},
                                                                  {"reduce", "type mismatch: MPI_Iallreduce"}};
  for (const auto &[name, report] : calls) {
    const Finished finished = run(name, "--mode=abort");
    EXPECT_NE(finished.exit_code, 0);
    const std::string call = report.substr(report.find("MPI_"));
    expect_in_order(finished.err, {": " + report + " at " + line(name),
                                   ": --mode=abort ends the program after " + call + " at " + line(name)});
  }
}

/// Without the checker, these programs hang.
TEST_F(Command, EndsAProgramWhoseCollectiveCallsDiffer) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> calls = {
      {"calls",
       {": different collective calls: MPI_Barrier at " + line("barrier") + " (wait_in_different_calls)",
        "with rank 1, MPI_COMM_WORLD",
        "MPI_Barrier here, MPI_Allreduce at " + line("allreduce") + " (wait_in_different_calls) there"}},
      {"roots",
       {": different roots: MPI_Bcast at " + line("bcast"), "root 1 here, root 0 in MPI_Bcast at " + line("bcast")}},
      {"dup", {": different collective calls: MPI_Comm_dup at " + line("dup"), "MPI_Barrier at "}}};
  for (const auto &[name, report] : calls) {
    const Finished finished = run(name, "--mode=abort");
    EXPECT_NE(finished.exit_code, 0);
    expect_in_order(finished.err, {": --mode=abort ends the program after "});
    if (finished.err.find("rank 0: diff") != std::string::npos) // the ranks may end at the same time, or only one
      expect_in_order(finished.err, report);
    else
      expect_in_order(finished.err, {"rank 1: different "});
  }
}

TEST_F(Command, NamesMessagesThatEndWithinADatatypeIfTold) {
  EXPECT_EQ(run("partial").err.find("ends within"), std::string::npos);
  const Finished finished = run("partial", "--mode=abort --partial=report");
  EXPECT_EQ(finished.exit_code, 0);
  expect_in_order(finished.err,
                  {"rank 1: message ends within a datatype: MPI_Recv at " + line("receive partly"),
                   "received here: 2 x vec(2, 4, leaf(MPI_INT))",
                   "sent: 3 x leaf(MPI_INT), by MPI_Send at " + line("send partly"),
                   "1 x message ends within a datatype\nautomap-check: nothing else found\n"});
}

TEST_F(Command, IsSilentWhenOff) {
  const Finished finished = run("", "--mode=off");
  EXPECT_EQ(finished.exit_code, 0);
  EXPECT_EQ(finished.err.find("automap-check"), std::string::npos) << finished.err;
}

TEST_F(Command, LetsBytesMatchAllIfTold) {
  const std::string cases = launch + " 2 " + AUTOMAP_WRONG + " int_as_bytes bytes_as_double char_as_byte";
  expect_in_order(scratch_.run(command + " " + cases).err, {"3 x bytes against types"});
  expect_in_order(scratch_.run(command + " --bytes=any " + cases).err,
                  {"checked 3 messages", "no errors found"});
}

TEST_F(Command, RunsAProgramWithoutALauncher) {
  expect_in_order(
      scratch_.run(command + " " + program + " alone").err,
      {"rank 0: type mismatch: MPI_Sendrecv at " + line("alone") + " (main)", "checked 1 message,"});
}

TEST_F(Command, SaysThatMpiWasNotStarted) {
  const Finished finished = scratch_.run(command + " " + program + " never");
  EXPECT_EQ(finished.exit_code, 0);
  EXPECT_EQ(finished.err, "automap-check: the program has not called MPI_Init: nothing was checked\n");
}

TEST_F(Command, SaysThatAProgramHasNoMpi) {
  const std::filesystem::path own = scratch_.run(command + " --print-library").out;
  const Finished finished = scratch_.run(command + " cat /dev/null");
  EXPECT_EQ(finished.exit_code, 0);
  expect_in_order(finished.err, {"automap-check: 'cat' needs no MPI library; what it runs is checked as a program of " +
                                 own.parent_path().filename().string()});
}

TEST_F(Command, SaysThatALaunchedProgramHasNoMpi) {
  for (const std::string name : {"cat", "/bin/cat"}) {
    const Finished finished = scratch_.run(command + " " + launch + " 2 " + name + " /dev/null");
    EXPECT_EQ(finished.exit_code, 0);
    expect_in_order(finished.err, {"automap-check: '" + name + "' needs no MPI library: nothing is checked, except"});
  }
  EXPECT_EQ(run("").err.find("needs no MPI library"), std::string::npos);
}

TEST_F(Command, NamesTheLauncherInItsHelp) {
  const std::string path = launch.substr(0, launch.find(' ')), name = path.substr(path.rfind('/') + 1);
  expect_in_order(scratch_.run(command + " --help").out, {"  automap-check " + name + " -n 4 ./solver input.dat\n"});
}

TEST_F(Command, RefusesAStaticProgram) {
  scratch_.write("empty.c", "int main(void) { return 0; }\n");
  ASSERT_EQ(scratch_.run("cc -static empty.c -o empty").exit_code, 0);
  const Finished finished = scratch_.run(command + " ./empty");
  EXPECT_EQ(finished.exit_code, 2);
  expect_in_order(finished.err, {"automap-check: './empty' is linked statically"});
  expect_in_order(scratch_.run(command + " " + launch + " 1 ./empty").err,
                  {"automap-check: './empty' is linked statically"});
}

/// Both checkers are installed side by side, as after two installations.
TEST_F(Command, ChoosesByTheLibraryThatTheProgramNeeds) {
  const std::string own = scratch_.run(command + " --print-library").out;
  const std::filesystem::path library = own.substr(0, own.size() - 1);
  const std::filesystem::path from_bin = std::filesystem::relative(
      library.parent_path().parent_path(), std::filesystem::path(command).parent_path());
  std::filesystem::create_directories(scratch_ / "bin");
  std::filesystem::copy(command, scratch_ / "bin/automap-check");
  scratch_.write("main.c", "#include <mpi.h>\nint main(void) { return MPI_Init(0, 0); }\n");
  for (const std::string mpi : {"mpich", "openmpi"}) {
    const std::filesystem::path directory = scratch_.path() / "bin" / from_bin / mpi;
    std::filesystem::create_directories(directory);
    std::filesystem::copy(library, directory);
    if (scratch_.run("command -v mpicc." + mpi).exit_code != 0)
      continue;
    ASSERT_EQ(scratch_.run("mpicc." + mpi + " main.c -o main").exit_code, 0);
    EXPECT_EQ(scratch_.run("bin/automap-check --print-library ./main").out,
              (directory / "libautomap_check.so").string() + "\n");
    const Finished finished = scratch_.run(command + " --library=" + library.string() + " ./main");
    if (library.parent_path().filename() != mpi) {
      EXPECT_EQ(finished.exit_code, 2);
      expect_in_order(finished.err, {"automap-check: the program needs the library of "});
    }
  }
}

} // namespace
} // namespace automap::test
